/** A reset, a restore or a stop came while work was under way or queued. */
export class Interrupted extends Error {
  constructor() {
    super('The call was interrupted: the business was reset or restored, or the sandbox is stopping')
    this.name = 'Interrupted'
  }
}
