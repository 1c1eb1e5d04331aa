import type { Page } from 'playwright-core'

/** One event of a trace of the browser, as far as it is read here. */
interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** Microseconds that the thread has worked; waiting for a busy machine is not counted. */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/** Begins to watch the tasks of a page's main thread; what it returns ends that, and gives the longest in milliseconds of work. */
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
