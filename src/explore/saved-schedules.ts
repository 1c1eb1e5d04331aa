import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EventName } from '../domain/happening.ts'
import { codeOf } from '../error-code.ts'
import { makeFolder } from '../make-folder.ts'
import { readChecked } from './read-checked.ts'
import { nameOf, type Schedule, savedSchedule, sentenceOf } from './schedule.ts'

/** Where failures are saved if nothing else is said. */
export const usualFolder = join('.payments-sandbox', 'found')

export interface Saved {
  readonly file: string
  readonly schedule: Schedule
}

/** The timeline of a transaction, as in GET /_sandbox/transactions/{id}. */
export interface PlayedTimeline {
  readonly reference: string
  readonly timeline: readonly { readonly at: string; readonly event: EventName }[]
}

/** A plain run beside the one that failed. */
export interface Evidence {
  readonly message: string
  readonly plain: readonly PlayedTimeline[]
  readonly failing: readonly PlayedTimeline[]
}

/** One saved schedule. Throws a `ScenarioFilesError`. */
export async function readSchedule(file: string): Promise<Saved> {
  const { schedule } = await readChecked(file, savedSchedule, 'name a schedule that explore saved')
  return { file, schedule }
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
export function save(folder: string, schedule: Schedule, evidence: Evidence): string {
  const file = join(folder, `${nameOf(schedule)}.yaml`)
  const entries = schedule.map(({ order, change }) => `  - { order: ${order}, change: ${change} }\n`).join('')
  makeFolder(folder)
  writeFileSync(evidenceFile(file), `${JSON.stringify(evidence)}\n`)
  writeFileSync(file, `version: 1\nwhy: ${sentenceOf(schedule)}\nschedule:\n${entries}`)
  return file
}

export function forget({ file }: Saved): void {
  for (const each of [file, evidenceFile(file)]) rmSync(each, { force: true })
}

function evidenceFile(file: string): string {
  return file.replace(/\.yaml$/, '.json')
}

function evidenceOf(file: string): Evidence | null {
  try {
    return JSON.parse(readFileSync(evidenceFile(file), 'utf8')) as Evidence
  } catch {
    return null
  }
}
