import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '../error-code.ts'
import { makeFolder } from '../make-folder.ts'
import { readChecked } from './read-checked.ts'
import { nameOf, type Schedule, savedSchedule, sentenceOf } from './schedule.ts'

/** Where failures are saved if nothing else is said. */
export const usualFolder = join('.payments-sandbox', 'found')

/** A failure of an earlier exploration. */
export interface Saved {
  readonly file: string
  readonly schedule: Schedule
}

/** Every saved failure of a folder, by name; none if there is no such folder. Throws a `PlanFileError`. */
export async function readSaved(folder: string): Promise<readonly Saved[]> {
  const files = namesIn(folder).filter((name) => name.endsWith('.yaml'))
  return Promise.all(files.map((name) => readSchedule(join(folder, name))))
}

/** One saved schedule. Throws a `PlanFileError`. */
export async function readSchedule(file: string): Promise<Saved> {
  const { schedule } = await readChecked(file, savedSchedule, 'name a schedule that explore saved')
  return { file, schedule }
}

/** Saves a failure under the name of its changes. Returns the file. */
export function save(folder: string, schedule: Schedule): string {
  const file = join(folder, `${nameOf(schedule)}.yaml`)
  const entries = schedule.map(({ order, change }) => `  - { order: ${order}, change: ${change} }\n`).join('')
  makeFolder(folder)
  writeFileSync(file, `version: 1\nwhy: ${sentenceOf(schedule)}\nschedule:\n${entries}`)
  return file
}

/** Deletes a failure that is mended. */
export function forget({ file }: Saved): void {
  rmSync(file, { force: true })
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}
