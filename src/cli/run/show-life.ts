import type { RunningSandbox } from '../../sandbox.ts'
import { screenOf } from '../terminal/screen.ts'
import { liveLines } from '../text/live-lines.ts'

/** Shows on stderr what happens in a sandbox, a line each, until it stops. */
export async function showLife(sandbox: RunningSandbox, ownKey: string): Promise<void> {
  const { stderr } = process
  const lineOf = liveLines(() => screenOf(stderr), ownKey)
  for await (const { key, event, data } of sandbox.watch()) stderr.write(lineOf(key, { ...data, event }))
}
