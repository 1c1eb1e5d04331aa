/** The database could not store a change. Nothing of the turn was stored (D42). */
export class StorageFailure extends Error {
  constructor(cause: unknown) {
    super(`The database could not store the change: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
    this.name = 'StorageFailure'
  }
}
