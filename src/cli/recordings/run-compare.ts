import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, extname } from 'node:path'
import { readConfigFile } from '../../config-file.ts'
import { codeOf } from '../../error-code.ts'
import { makeFolder } from '../../make-folder.ts'
import { type Comparison, compareRecordings } from '../../recordings/compare/compare.ts'
import { settledText } from '../../recordings/compare/settled-text.ts'
import { junitOfSuites } from '../../report/junit.ts'
import { wallMs } from '../../time.ts'
import { exitCodes, UsageError } from '../exit.ts'
import { checkReportFile } from '../judge/exec-verdict.ts'
import { createLog } from '../run/log.ts'
import { configFileHere, resolveConfig } from '../settings/resolve-config.ts'
import { jsonText } from '../terminal/printable.ts'
import { comparisonText, isLeft } from './comparison-text.ts'
import { comparisonSuite, comparisonView } from './comparison-view.ts'

export interface CompareFlags {
  readonly config?: string
  readonly writeConfig?: string
  readonly reportFile?: readonly string[]
  readonly json?: boolean
}

export async function runCompare(files: readonly string[], flags: CompareFlags): Promise<void> {
  const { writeConfig = null, reportFile = [], json = false } = flags
  const missing = files.find((file) => !existsSync(file))
  if (missing !== undefined) throw new UsageError(`${missing}: there is no such file`)
  for (const file of reportFile) await checkReportFile(file)
  const config = flags.config ?? (writeConfig !== null && existsSync(writeConfig) ? writeConfig : undefined)
  const resolved = await resolveConfig({
    ...(config === undefined ? {} : { config }),
    data: ':memory:',
    host: '127.0.0.1',
    token: null,
  })
  const comparison = await compareRecordings(files, resolved, createLog({ quiet: true }))
  if (writeConfig !== null) await write(writeConfig, config ?? configFileHere(), comparison)
  const view = comparisonView(comparison, writeConfig)
  process.stdout.write(json ? jsonText(view) : comparisonText(comparison, writeConfig))
  for (const file of reportFile) {
    const text =
      extname(file) === '.xml' ? junitOfSuites([comparisonSuite(comparison, writeConfig)], wallMs()) : jsonText(view, 2)
    makeFolder(dirname(file))
    writeFileSync(file, text)
  }
  process.exitCode = isLeft(comparison, writeConfig !== null) ? exitCodes.expectations : exitCodes.ok
}

/** Adds the settings to the file; what it says already stays as it is. */
async function write(file: string, base: string | null, comparison: Comparison): Promise<void> {
  if (comparison.settings.length === 0) return
  // A file with mistakes is refused, not mended.
  if (existsSync(file)) await readConfigFile(file)
  try {
    // A new file begins as the one that was read, which it replaces.
    const before = [file, base].find((each) => each !== null && existsSync(each))
    const text = await settledText(before ? readFileSync(before, 'utf8') : '', comparison)
    makeFolder(dirname(file))
    writeFileSync(file, text)
  } catch (cause) {
    throw new UsageError(`--write-config ${file}: nothing can be written there (${codeOf(cause) ?? 'not a file'})`)
  }
}
