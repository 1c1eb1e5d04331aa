/** A move that the state of its transaction or delivery does not allow: a bug, which undoes its whole command. */
export class ImpossibleMove extends Error {
  constructor(id: string, from: string, to: string) {
    super(`Cannot move ${id} to ${to}: it is ${from}`)
    this.name = 'ImpossibleMove'
  }
}
