/** A quota is used up (settings maxBusinesses, maxTransactionsPerBusiness). Nothing was stored. */
export class QuotaReached extends Error {
  readonly hint: string

  constructor(message: string, hint: string) {
    super(message)
    this.name = 'QuotaReached'
    this.hint = hint
  }
}
