import type { ErrorFacts } from '../domain/error-facts.ts'
import { Refused } from '../domain/refusals.ts'

type Mend = ErrorFacts<'unusable-world'>['mend']

/** Why the file of a world cannot be used: what is wrong with a line, or with the whole file if `line` is null. */
export class UnusableWorld extends Refused<'unusable-world'> {
  constructor(line: number | null, problem: string, mend: Mend = 'export-again') {
    super({ why: 'unusable-world', line, problem, mend })
  }
}

export function notExported(): UnusableWorld {
  return new UnusableWorld(1, 'it is not the first line of an exported world', 'name-another')
}
