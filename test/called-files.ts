import type { Profiler } from 'node:inspector'
import { Session } from 'node:inspector/promises'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const src = join(import.meta.dirname, '..', 'src') + sep

/** Runs `work` and gives the files of src in which it called a function, as paths within src, in order. */
export async function calledFiles(work: () => Promise<void>): Promise<string[]> {
  const session = new Session()
  session.connect()
  try {
    await session.post('Debugger.enable')
    await session.post('Profiler.enable')
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
    await work()
    const { result } = await session.post('Profiler.takePreciseCoverage')
    const files: string[] = []
    for (const { url, scriptId, functions } of result) {
      const path = pathIn(url)
      if (path === null) continue
      const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId })
      if (functions.some((called) => isCall(called, scriptSource))) files.push(path)
    }
    return files.sort()
  } finally {
    session.disconnect()
  }
}

/** True for a function that was called; the test runner's own, through which exports are read, do not count. */
function isCall({ ranges: [whole] }: Profiler.FunctionCoverage, source: string): boolean {
  return whole !== undefined && whole.count > 0 && !source.startsWith('() => { try { return ', whole.startOffset)
}

/** The path within src; null for a script from elsewhere. */
function pathIn(url: string): string | null {
  const path = url.startsWith('file:') ? fileURLToPath(url) : url
  return path.startsWith(src) ? path.slice(src.length).split(sep).join('/') : null
}
