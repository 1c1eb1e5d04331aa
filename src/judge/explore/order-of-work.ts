import { deriveFraction } from '../../domain/derived-ids.ts'
import { type Schedule, type ScheduleEntry, sorted } from './schedule.ts'

/** Plain runs before the first change. */
export const plainRuns = 5

/** Schedules to try after the plain runs: single changes, all pairs, then random longer ones without end. */
export function* orderOfWork(possible: readonly ScheduleEntry[], seed: number): Generator<Schedule> {
  for (const entry of breadthFirst(possible)) yield [entry]
  for (const [index, one] of possible.entries()) {
    for (const other of possible.slice(index + 1)) yield [one, other]
  }
  if (possible.length < 3) return
  for (let number = 0; ; number++) yield randomSchedule(possible, seed, number)
}

/** Each change once, on the first transaction that can have it, then the others. */
function breadthFirst(possible: readonly ScheduleEntry[]): readonly ScheduleEntry[] {
  const isFirst = ({ change }: ScheduleEntry, index: number) =>
    possible.findIndex((one) => one.change === change) === index
  return [...possible.filter(isFirst), ...possible.filter((entry, index) => !isFirst(entry, index))]
}

/** The number of schedules before the random ones. */
export function plannedSchedules(possible: readonly ScheduleEntry[]): number {
  return possible.length + (possible.length * (possible.length - 1)) / 2
}

/** Three to six entries, the same for a seed and a number. */
function randomSchedule(possible: readonly ScheduleEntry[], seed: number, number: number): Schedule {
  let draws = 0
  const below = (count: number) =>
    Math.floor(deriveFraction({ seed, key: 'explore', reference: String(number) }, 'schedule', draws++) * count)
  const length = 3 + below(4)
  const entries = Array.from({ length }, () => possible[below(possible.length)])
  return sorted(entries.filter((entry) => entry !== undefined))
}
