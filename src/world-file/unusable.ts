/** Why the file of a world cannot be used; the message names the line, and `hint` says what to do. */
export class UnusableWorld extends Error {
  readonly hint: string

  constructor(message: string, hint: string) {
    super(message)
    this.name = 'UnusableWorld'
    this.hint = hint
  }
}

export const exportAgain = 'export the world again'
export const nameAnother = 'name a file that `payments-sandbox export` wrote'
