export interface BackedUp {
  readonly file: string
  readonly bytes: number
}

/** Why a backup was not written, and what to do. Nothing is left of it. */
export class BackupRefused extends Error {
  readonly hint: string

  constructor(message: string, hint: string) {
    super(message)
    this.name = 'BackupRefused'
    this.hint = hint
  }
}
