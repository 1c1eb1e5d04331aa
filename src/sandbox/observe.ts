import { join } from 'node:path'
import { callsSeen } from '../control/requests/calls-seen.ts'
import { createJournal } from '../control/requests/journal.ts'
import { packageRoot } from '../package-root.ts'
import { createReporter, type ReporterTools } from '../report/reporter.ts'

/** What sees how a sandbox is used: the journal of its calls, and who reports on the run. */
export function observe(tools: Pick<ReporterTools, 'store' | 'scenarios' | 'keepsChapters'>) {
  const journal = createJournal(tools.store.now)
  const reporter = createReporter({ ...tools, callsSeen: (key) => callsSeen(journal, key), isBuiltIn })
  return { journal, reporter }
}

/** True for a scenario file of the package's own. */
function isBuiltIn(file: string): boolean {
  return file.startsWith(join(packageRoot(), 'scenarios'))
}
