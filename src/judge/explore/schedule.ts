import { z } from 'zod'
import { type ChangeName, changeNames, ruleOf } from './changes.ts'

const entry = z.strictObject({
  /** The transaction: 1 for the first that the run creates. */
  order: z.int().min(1),
  change: z.enum(changeNames as [ChangeName, ...ChangeName[]]),
})

export const savedSchedule = z.strictObject({
  version: z.literal(1),
  why: z.string(),
  schedule: z.array(entry).min(1),
})

export type ScheduleEntry = Readonly<z.output<typeof entry>>

/** Which change happens to which transaction of a run. An empty schedule is the plain run. */
export type Schedule = readonly ScheduleEntry[]

/** "the webhook of transaction 1 comes twice and the reply to the create call of transaction 2 is lost" */
export function sentenceOf(schedule: Schedule): string {
  return schedule.map(({ order, change }) => ruleOf(change).sentence(`transaction ${order}`)).join(' and ')
}

/** True if the changes meet at one moment, so that one play that passes proves nothing. */
export function hasRace(schedule: Schedule): boolean {
  return schedule.some(({ change }) => ruleOf(change).isRace)
}

/** "webhook-twice-1", "lost-reply-1-reversed-2": a name for files. */
export function scheduleName(schedule: Schedule): string {
  return schedule.map(({ order, change }) => `${change}-${order}`).join('-')
}

/** The entries without repetition, by transaction and then in the order of the changes. */
export function sorted(schedule: Schedule): Schedule {
  const rank = ({ order, change }: ScheduleEntry) => order * changeNames.length + changeNames.indexOf(change)
  const once = new Map(schedule.map((entry) => [rank(entry), entry]))
  return [...once].sort(([one], [other]) => one - other).map(([, entry]) => entry)
}
