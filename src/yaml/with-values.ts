export interface Addition {
  readonly path: readonly string[]
  readonly value: unknown
  /** Behind the value, on its line. */
  readonly comment: string
}

/** Returns a YAML text with values added; what it has, with its comments, stays. The text must be valid. */
export async function withValues(text: string, additions: readonly Addition[]): Promise<string> {
  const yaml = await import('yaml')
  const document = yaml.parseDocument(text, { version: '1.2', schema: 'core' })
  for (const { path, value, comment } of additions) {
    if (document.hasIn(path)) continue
    for (const depth of path.keys()) {
      const above = path.slice(0, depth)
      const node = depth === 0 ? document.contents : document.getIn(above, true)
      if (yaml.isMap(node)) {
        // A map in braces would hide the comments of its values.
        if (node.items.length === 0) node.flow = false
      } else if (depth === 0) document.contents = yaml.parseDocument('{}').contents
      else document.setIn(above, document.createNode({}))
    }
    const node = document.createNode(value, { flow: true })
    node.comment = ` ${comment}`
    document.setIn(path, node)
  }
  if (yaml.isMap(document.contents)) document.contents.flow = false
  return document.toString({ lineWidth: 0, flowCollectionPadding: true })
}
