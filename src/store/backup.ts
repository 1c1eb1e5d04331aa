export interface BackedUp {
  readonly file: string
  readonly bytes: number
}

/** A backup was not written, and nothing is left of it; the message says what to do. */
export class BackupRefused extends Error {
  readonly hint: string

  constructor(message: string, hint: string) {
    super(message)
    this.name = 'BackupRefused'
    this.hint = hint
  }
}
