import type { Page } from 'playwright-core'

interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** Microseconds of work by the thread, without its waits for a busy machine. */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/** Watches the tasks of a page's main thread. The returned function ends that, and returns the longest in milliseconds of work. */
export async function watchTasks(page: Page): Promise<() => Promise<number>> {
  const browser = page.context().browser()
  if (browser === null) throw new Error('The page has no browser of its own to watch')
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] })
  return async () => {
    const trace: { readonly traceEvents: readonly TraceEvent[] } = JSON.parse(String(await browser.stopTracing()))
    const main = new Set(
      trace.traceEvents
        .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
        .map(({ pid, tid }) => `${pid} ${tid}`),
    )
    const tasks = trace.traceEvents.filter(({ name, pid, tid }) => /RunTask$/.test(name) && main.has(`${pid} ${tid}`))
    return Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur / 1000))
  }
}
