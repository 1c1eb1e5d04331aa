import { open, writeFile } from 'node:fs/promises'
import { constants } from 'node:os'
import { dirname, extname } from 'node:path'
import { makeFolder } from '../../make-folder.ts'
import { type Level, levels } from '../../report/finding-rule.ts'
import type { Demands, Suite } from '../../report/junit.ts'
import type { Report } from '../../report/report.ts'
import { counted } from '../../text.ts'
import { wallMs } from '../../time.ts'
import type { Ended } from '../child/run-child.ts'
import { exitCodes, UsageError } from '../exit.ts'

export interface ReportFlags {
  readonly failOn?: Level
  readonly reportFile?: readonly string[]
}

/** The exit code of a run: the command's own, 128 and its number after a signal, else whether the report has shortcomings. */
export function exitCodeOf({ code, signal }: Ended, reasons: readonly string[]): number {
  const own = signal === null ? (code ?? 0) : 128 + constants.signals[signal]
  return own === 0 && reasons.length > 0 ? exitCodes.expectations : own
}

export function shortcomings(report: Report, { failOn }: Pick<Demands, 'failOn'>): readonly string[] {
  const unmet = report.expectations.filter(({ ok }) => !ok).length
  const unused = report.unused.length
  const gravest = failOn === null ? [] : levels.slice(0, levels.indexOf(failOn) + 1)
  const found = report.findings.filter(({ level }) => gravest.includes(level)).length
  const reasons: string[] = []
  if (unmet > 0) {
    reasons.push(`${unmet} of ${report.expectations.length} expectations ${unmet === 1 ? 'is' : 'are'} not met`)
  }
  if (unused > 0) reasons.push(`${counted(unused, 'queued scenario')} ${unused === 1 ? 'was' : 'were'} never used`)
  if (found > 0) {
    reasons.push(`${counted(found, 'finding')} ${found === 1 ? 'is' : 'are'} of level ${gravest.join(' or ')}`)
  }
  return reasons
}

/** Makes sure that a report can be written there, before anything runs. Throws a `UsageError`. */
export async function checkReportFile(file: string): Promise<void> {
  if (!['.xml', '.json'].includes(extname(file))) {
    throw new UsageError(
      `--report-file ${file}: its ending says the form; write a name that ends with .xml (JUnit) or .json`,
    )
  }
  try {
    makeFolder(dirname(file))
    // Opened for appending: what an earlier run wrote stays until there is something new.
    await (await open(file, 'a')).close()
  } catch {
    throw new UsageError(`--report-file ${file}: nothing can be written there; name a file in a folder of yours`)
  }
}

/** Writes a report in the form its name ends with, for JUnit with further suites; the command may have taken the folder away. */
export async function writeReport(
  file: string,
  report: Report,
  demands: Demands,
  suites: readonly Suite[] = [],
): Promise<void> {
  let text = `${JSON.stringify(report, null, 2)}\n`
  if (extname(file) === '.xml') {
    const { junitText } = await import('../../report/junit.ts')
    text = junitText([report], demands, wallMs(), suites)
  }
  makeFolder(dirname(file))
  await writeFile(file, text)
}
