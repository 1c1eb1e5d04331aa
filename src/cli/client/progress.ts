import type { ControlClient } from '../../control-client.ts'
import { monotonicMs, sleep } from '../../time.ts'
import { environment } from '../environment.ts'
import { cutText } from '../terminal/fit-text.ts'

const firstMs = 300
const everyMs = 250
const eraseLine = '\r\u001b[2K'

/** Shows how long `work` takes and the sandbox time, on one line of the terminal. */
export async function withProgress<T>(client: ControlClient, what: string, work: Promise<T>): Promise<T> {
  if (!process.stderr.isTTY || environment.TERM === 'dumb') return work
  const over = new AbortController()
  const drawing = draw(client, what, over.signal)
  try {
    return await work
  } finally {
    over.abort()
    await drawing
  }
}

async function draw(client: ControlClient, what: string, over: AbortSignal): Promise<void> {
  const { stderr } = process
  const began = monotonicMs()
  await sleep(firstMs, over)
  while (!over.aborted) {
    const time = await sandboxTime(client)
    const seconds = ((monotonicMs() - began) / 1000).toFixed(1)
    const line = `${what}: ${seconds} s${time === null ? '' : `, sandbox time ${time}`}`
    if (!over.aborted) stderr.write(eraseLine + cutText(line, (stderr.columns || 80) - 1))
    await sleep(everyMs, over)
  }
  if (monotonicMs() - began >= firstMs) stderr.write(eraseLine)
}

/** Null if the sandbox does not answer: the work itself will say why. */
async function sandboxTime(client: ControlClient): Promise<string | null> {
  const clock = await client.call('GET /_sandbox/clock').catch(() => null)
  return clock?.now ?? null
}
