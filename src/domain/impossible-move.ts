export class ImpossibleMove extends Error {
  constructor(id: string, from: string, to: string) {
    super(`Cannot move ${id} to ${to}: it is ${from}`)
    this.name = 'ImpossibleMove'
  }
}
