import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { recorded } from '../../domain/happening.ts'
import { codeOf } from '../../error-code.ts'
import { makeFolder } from '../../make-folder.ts'
import { readChecked } from './read-checked.ts'
import { type Schedule, savedSchedule, scheduleName, sentenceOf } from './schedule.ts'

/** Where failures are saved if nothing else is said. */
export const usualFolder = join('.payments-sandbox', 'found')

export interface Saved {
  readonly file: string
  readonly schedule: Schedule
  /** The test that failed, as `testNamed` made it; null if it is not known, as for a file without evidence. */
  readonly test: string | null
}

/** A short name for a test, from its own text: tests share a folder, and only the one that failed can say that it is mended. */
export function testNamed(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}

const played = z.object({
  reference: z.string(),
  timeline: z.array(z.intersection(recorded, z.object({ at: z.number() }))).readonly(),
})
/** What happened to a transaction of a run. */
export type PlayedTransaction = Readonly<z.output<typeof played>>

const evidence = z.object({
  test: z.string().optional(),
  message: z.string(),
  plain: z.array(played).readonly(),
  failing: z.array(played).readonly(),
})
/** A plain run beside the one that failed. */
export type Evidence = Readonly<z.output<typeof evidence>>

/** One saved schedule. Throws a `ScenarioFilesError`. */
export async function readSchedule(file: string): Promise<Saved> {
  const { schedule } = await readChecked(file, savedSchedule, 'name a schedule that explore saved')
  return { file, schedule, test: evidenceOf(file)?.test ?? null }
}

/** The files of saved failures of a folder, by name; none if there is no such folder. */
export function savedFiles(folder: string): readonly string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.yaml'))
    return names.sort().map((name) => join(folder, name))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}

/** The saved failures of a folder, for the page, with their evidence if any. Unreadable files are left out. */
export async function readFound(folder: string) {
  const read = await Promise.allSettled(savedFiles(folder).map(readSchedule))
  return read
    .flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    .map(({ file, schedule }) => ({ file, schedule, sentence: sentenceOf(schedule), evidence: evidenceOf(file) }))
}

/** Saves a failure under the name of its changes, and its evidence beside it. Returns the file. */
export function save(folder: string, schedule: Schedule, found: Evidence & { readonly test: string }): string {
  const { test } = found
  const usual = join(folder, `${scheduleName(schedule)}.yaml`)
  const isOther = (evidenceOf(usual)?.test ?? test) !== test
  const file = isOther ? join(folder, `${scheduleName(schedule)}-${test}.yaml`) : usual
  const entries = schedule.map(({ order, change }) => `  - { order: ${order}, change: ${change} }\n`).join('')
  makeFolder(folder)
  writeFileSync(evidenceFile(file), `${JSON.stringify(found)}\n`)
  writeFileSync(file, `version: 1\nwhy: ${sentenceOf(schedule)}\nschedule:\n${entries}`)
  return file
}

export function forget({ file }: Saved): void {
  for (const each of [file, evidenceFile(file)]) rmSync(each, { force: true })
}

function evidenceFile(file: string): string {
  return file.replace(/\.yaml$/, '.json')
}

/** Null if it is missing, damaged, or of a version that wrote it in another form. */
function evidenceOf(file: string): Evidence | null {
  try {
    return evidence.parse(JSON.parse(readFileSync(evidenceFile(file), 'utf8')))
  } catch {
    return null
  }
}
