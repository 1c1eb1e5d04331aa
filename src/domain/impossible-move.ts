/** A bug: the state of a transaction or delivery does not allow the change. The command stores nothing. */
export class ImpossibleMove extends Error {
  constructor(id: string, from: string, to: string) {
    super(`Cannot move ${id} to ${to}: it is ${from}`)
    this.name = 'ImpossibleMove'
  }
}
