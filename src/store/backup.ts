import type { ErrorFacts } from '../domain/error-facts.ts'

export interface BackedUp {
  readonly file: string
  readonly bytes: number
}

/** A backup was not written, and nothing is left of it; its facts say what to do. */
export class BackupRefused extends Error {
  readonly facts: ErrorFacts<'file'>

  constructor(message: string, mend: string) {
    super(message)
    this.name = 'BackupRefused'
    this.facts = { why: 'file', message, mend }
  }
}
