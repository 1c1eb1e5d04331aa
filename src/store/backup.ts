import { type FactsBelow, Refused } from '../domain/refused.ts'

export interface BackedUp {
  readonly file: string
  readonly bytes: number
}

/** A backup was not written, and nothing is left of it. */
export class BackupRefused extends Refused<FactsBelow<'not-backed-up'>> {}
