import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/**
 * The functions with the most self time over all CPU profiles in a folder, as a share of the time in which the processes
 * were busy; below them the paths of the profiles, which Chrome's developer tools open.
 */
export function profileReport(folder, count = 20) {
  const profiles = readdirSync(folder).map((name) => join(folder, name))
  const microseconds = new Map()
  for (const file of profiles) addSelfTimes(microseconds, JSON.parse(readFileSync(file, 'utf8')))
  const idle = microseconds.get('(idle)') ?? 0
  microseconds.delete('(idle)')
  const busy = [...microseconds.values()].reduce((sum, time) => sum + time, 0)
  const top = [...microseconds].sort(([, a], [, b]) => b - a).slice(0, count)
  return [
    `self time by function, of ${(busy / 1e6).toFixed(1)} s busy and ${(idle / 1e6).toFixed(1)} s idle, in sandboxes slowed by the profiler`,
    ...top.map(([name, time]) => `${((time / busy) * 100).toFixed(1).padStart(6)} %  ${name}`),
    ...profiles,
  ].join('\n')
}

function addSelfTimes(microseconds, { nodes, samples, timeDeltas }) {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]))
  for (const [index, id] of samples.entries()) {
    const name = names.get(id)
    microseconds.set(name, (microseconds.get(name) ?? 0) + timeDeltas[index])
  }
}

function nameOf({ functionName, url, lineNumber }) {
  const name = functionName || '(anonymous)'
  return url === '' ? name : `${name}  ${basename(url)}:${lineNumber + 1}`
}
