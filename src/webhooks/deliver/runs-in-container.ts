import { existsSync } from 'node:fs'

/** What Docker and Podman put into every container. */
const marks = ['/.dockerenv', '/run/.containerenv']

/** Whether this process runs in a container. */
export function runsInContainer(): boolean {
  return marks.some((mark) => existsSync(mark))
}
