/** A reset, a restore or a stop came while work was under way or queued. */
export class Interrupted extends Error {
  readonly facts = { why: 'interrupted' } as const

  constructor() {
    super('interrupted')
    this.name = 'Interrupted'
  }
}
