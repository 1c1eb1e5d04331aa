import { type FactsBelow, Refused } from '../domain/refused.ts'

/** Longer problems are cut: a line has up to 4 MB. */
const shownLength = 1000

type Mend = FactsBelow<'unusable-world'>['mend']

/** Why the file of a world cannot be used: what is wrong with a line, or with the whole file if `line` is null. */
export class UnusableWorld extends Refused<FactsBelow<'unusable-world'>> {
  constructor(line: number | null, problem: string, mend: Mend = 'export-again') {
    const shown = problem.length > shownLength ? `${problem.slice(0, shownLength)}…` : problem
    super({ why: 'unusable-world', line, problem: shown, mend })
  }
}

export function notExported(): UnusableWorld {
  return new UnusableWorld(1, 'it is not the first line of an exported world', 'name-another')
}
