import { resultNames, rowOfResult } from '../../catalogue/results.ts'
import { builtInResult } from '../../domain/result.ts'
import { type Flow, flowHas } from '../../domain/transaction.ts'
import { type Body, textAt } from '../read/calls.ts'
import type { Payment } from '../read/conversation.ts'
import type { WrittenResult } from './fact.ts'

type Words = { readonly [Name in keyof WrittenResult]?: WrittenResult[Name] | undefined }

export type DeclaredResults = Readonly<Record<string, Words>>

/** A result of the recording under the name that it has in the sandbox. */
export interface NamedResult {
  readonly name: string
  readonly isNew: boolean
  readonly written: WrittenResult
}

/** Returns the result that a final record shows, or null if its message is not `code | source | text`. */
export function resultIn(record: Body): WrittenResult | null {
  const [, code, source, text] = /^(\d{1,9}) \| ([^|]+) \| (.*)$/.exec(textAt(record, 'message') ?? '') ?? []
  if (code === undefined || source === undefined || text === undefined) return null
  const providerMessage = textAt(record, 'provider_message') ?? ''
  return { code, source, text, telcoResponse: textAt(record, 'telco_response'), providerMessage }
}

/** Names every result of a recording: one that the sandbox has with the same code, or a new one. */
export class ResultNames {
  readonly #declared: DeclaredResults
  readonly #named = new Map<string, NamedResult>()

  constructor(payments: readonly Payment[], declared: DeclaredResults) {
    this.#declared = declared
    const seen = payments.flatMap(({ flow, endings }) =>
      endings.flatMap(({ record }) => {
        const written = resultIn(record)
        return written === null ? [] : [{ written, flow }]
      }),
    )
    // Exact ones first: what is left of a code goes to what differs in its text.
    for (const exact of [true, false]) {
      for (const { written, flow } of seen) if (!this.#named.has(keyOf(written))) this.#name(written, flow, exact)
    }
  }

  of(record: Body): NamedResult | null {
    const written = resultIn(record)
    return written && (this.#named.get(keyOf(written)) ?? null)
  }

  get all(): readonly NamedResult[] {
    return [...this.#named.values()]
  }

  #name(written: WrittenResult, flow: Flow, exact: boolean): void {
    const taken = new Set(this.all.map(({ name }) => name))
    const [best] = this.#known()
      .filter(({ name, result }) => result.code === written.code && fits(name, flow) && (exact || !taken.has(name)))
      .map(({ name, result }) => ({ name, likeness: likenessOf(result, written) }))
      .toSorted((one, other) => other.likeness - one.likeness)
    if (best !== undefined && (best.likeness === mostAlike || !exact)) {
      this.#named.set(keyOf(written), { name: best.name, isNew: false, written })
    } else if (!exact) {
      const plain = `code_${written.code}`
      const name = [plain, ...Array.from({ length: 99 }, (_, index) => `${plain}_${index + 2}`)].find(
        (each) => !taken.has(each),
      )
      this.#named.set(keyOf(written), { name: name ?? plain, isNew: true, written })
    }
  }

  #known() {
    const builtIn = resultNames.map((name) => ({
      name: name as string,
      result: { ...builtInResult(name), ...this.#declared[name] },
    }))
    const added = Object.entries(this.#declared).filter(([name]) => !builtIn.some((one) => one.name === name))
    return [...builtIn, ...added.map(([name, result]) => ({ name, result }))]
  }
}

function keyOf(written: WrittenResult): string {
  return JSON.stringify(Object.values(written))
}

function fits(name: string, flow: Flow): boolean {
  const known = resultNames.find((each) => each === name)
  const needs = known && rowOfResult(known)[3]?.needs
  return needs === undefined || flowHas(flow, needs)
}

const mostAlike = 15

function likenessOf(one: Words, other: WrittenResult): number {
  const same = (name: keyof WrittenResult, weight: number) =>
    (one[name] ?? null) === (other[name] ?? null) ? weight : 0
  return same('text', 8) + same('telcoResponse', 4) + same('providerMessage', 2) + same('source', 1)
}
