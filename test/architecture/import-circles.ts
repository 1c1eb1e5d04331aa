/** What imports what: a name, and the names that it imports. */
export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>

/** A shortest circle through every strongly connected component: `[a, b]` where a imports b and b imports a. */
export function importCircles(graph: ImportGraph): (readonly string[])[] {
  return connectedComponents(graph)
    .filter((component) => component.size > 1)
    .map((component) => shortestCircle(component, graph))
}

/** Tarjan's algorithm: sets of names each of which reaches every other of its set. */
function connectedComponents(graph: ImportGraph): ReadonlySet<string>[] {
  const components: ReadonlySet<string>[] = []
  const order = new Map<string, number>()
  const stack: string[] = []
  /** Gives the earliest name on the stack that `name` reaches. */
  const visit = (name: string): number => {
    const own = order.size
    let earliest = own
    order.set(name, own)
    stack.push(name)
    for (const target of graph.get(name) ?? []) {
      if (!order.has(target)) earliest = Math.min(earliest, visit(target))
      else if (stack.includes(target)) earliest = Math.min(earliest, order.get(target) ?? own)
    }
    if (earliest === own) components.push(new Set(stack.splice(stack.indexOf(name))))
    return earliest
  }
  for (const name of graph.keys()) if (!order.has(name)) visit(name)
  return components
}

function shortestCircle(component: ReadonlySet<string>, graph: ImportGraph): readonly string[] {
  const circles = [...component].map((start) => circleFrom(start, component, graph))
  return circles.toSorted((one, other) => one.length - other.length)[0] ?? []
}

/** A shortest way from `start` back to it, without leaving its component. */
function circleFrom(start: string, component: ReadonlySet<string>, graph: ImportGraph): readonly string[] {
  const trails = [[start]]
  const seen = new Set<string>()
  for (const trail of trails) {
    for (const next of graph.get(trail.at(-1) ?? start) ?? []) {
      if (next === start) return trail
      if (component.has(next) && !seen.has(next)) trails.push([...trail, next])
      seen.add(next)
    }
  }
  return [start]
}
