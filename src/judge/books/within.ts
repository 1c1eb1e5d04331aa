import { alarm } from '../../time.ts'

/** Limits work to `ms` of real time: its signal aborts then. */
export async function within<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const over = new AbortController()
  const deadline = alarm()
  deadline.in(ms, () => over.abort(new Error(`no answer within ${ms} ms`)))
  try {
    return await work(over.signal)
  } finally {
    deadline.off()
  }
}
