import type { ErrorFacts } from '../domain/error-facts.ts'

/** Why the file of a world cannot be used; the message names the line, and its facts what to do. */
export class UnusableWorld extends Error {
  readonly facts: ErrorFacts<'file'>

  constructor(message: string, mend: string) {
    super(message)
    this.name = 'UnusableWorld'
    this.facts = { why: 'file', message, mend }
  }
}

export const exportAgain = 'export the world again'
export const nameAnother = 'name a file that `payments-sandbox export` wrote'
