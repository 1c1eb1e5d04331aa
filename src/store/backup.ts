import { Refused } from '../domain/refusals.ts'

export interface BackedUp {
  readonly file: string
  readonly bytes: number
}

/** A backup was not written, and nothing is left of it. */
export class BackupRefused extends Refused<'not-backed-up'> {}
