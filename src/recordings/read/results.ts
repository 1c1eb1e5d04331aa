import { resultNames, rowOfResult } from '../../catalogue/results.ts'
import { builtInResult } from '../../domain/result.ts'
import type { Settings } from '../../domain/settings.ts'
import { type Flow, flowHas } from '../../domain/transaction.ts'
import { type Body, textAt } from './bodies.ts'
import type { RecordedTransaction } from './transactions.ts'
import { sightsOf } from './turns.ts'

/** The code and the texts of a result, as a config file has them. */
export interface ResultTexts {
  readonly code: string
  readonly source: string
  readonly text: string
  readonly telcoResponse: string | null
  readonly providerMessage: string
}

type SomeTexts = { readonly [Name in keyof ResultTexts]?: ResultTexts[Name] | undefined }

/** A result of the recording under the name that it has in the sandbox. */
export interface NamedResult {
  readonly name: string
  /** True if no result of the sandbox has its code. */
  readonly isNew: boolean
  readonly texts: ResultTexts
}

/** Returns the result that a final record shows, or null if its message is not `code | source | text`. */
function textsIn(record: Body): ResultTexts | null {
  const [, code, source, text] = /^(\d{1,9}) \| ([^|]+) \| (.*)$/.exec(textAt(record, 'message') ?? '') ?? []
  if (code === undefined || source === undefined || text === undefined) return null
  const providerMessage = textAt(record, 'provider_message') ?? ''
  return { code, source, text, telcoResponse: textAt(record, 'telco_response'), providerMessage }
}

/** Names every result of a recording: one that the sandbox has with the same code, or a new one. */
export class ResultNames {
  readonly #declared: Settings['results']
  readonly #named = new Map<string, NamedResult>()

  constructor(transactions: readonly RecordedTransaction[], declared: Settings['results']) {
    this.#declared = declared
    const seen = transactions.flatMap((transaction) =>
      sightsOf(transaction).flatMap(({ record }) => {
        const texts = textsIn(record)
        return texts === null ? [] : { texts, flow: transaction.flow }
      }),
    )
    // Exact ones first: what is left of a code goes to what differs in its text.
    for (const isExact of [true, false]) {
      for (const { texts, flow } of seen) if (!this.#named.has(keyOf(texts))) this.#name(texts, flow, isExact)
    }
  }

  of(record: Body): NamedResult | null {
    const texts = textsIn(record)
    return texts && (this.#named.get(keyOf(texts)) ?? null)
  }

  get isNew(): readonly NamedResult[] {
    return [...this.#named.values()].filter(({ isNew }) => isNew)
  }

  #name(texts: ResultTexts, flow: Flow, isExact: boolean): void {
    // There is one approval: other texts of it contradict each other.
    if (texts.code === approval) {
      this.#named.set(keyOf(texts), { name: 'approved', isNew: false, texts })
      return
    }
    const taken = new Set([...this.#named.values()].map(({ name }) => name))
    const [best] = this.#known()
      .filter(({ name, own }) => own.code === texts.code && fits(name, flow) && (isExact || !taken.has(name)))
      .map(({ name, own }) => ({ name, likeness: likenessOf(own, texts) }))
      .toSorted((one, other) => other.likeness - one.likeness)
    if (best !== undefined && (best.likeness === mostAlike || !isExact)) {
      this.#named.set(keyOf(texts), { name: best.name, isNew: false, texts })
    } else if (!isExact) {
      const plain = `code_${texts.code}`
      const names = [plain, ...Array.from({ length: 99 }, (_, index) => `${plain}_${index + 2}`)]
      this.#named.set(keyOf(texts), { name: names.find((name) => !taken.has(name)) ?? plain, isNew: true, texts })
    }
  }

  #known(): readonly { readonly name: string; readonly own: SomeTexts }[] {
    const builtIn = resultNames.map((name) => ({ name, own: { ...builtInResult(name), ...this.#declared[name] } }))
    const added = Object.entries(this.#declared).filter(([name]) => !builtIn.some((one) => one.name === name))
    return [...builtIn, ...added.map(([name, own]) => ({ name, own }))]
  }
}

const approval = '0000'

function keyOf(texts: ResultTexts): string {
  return JSON.stringify(Object.values(texts))
}

function fits(name: string, flow: Flow): boolean {
  const known = resultNames.find((each) => each === name)
  const needs = known && rowOfResult(known)[3]?.needs
  return needs === undefined || flowHas(flow, needs)
}

const mostAlike = 15

function likenessOf(own: SomeTexts, recorded: ResultTexts): number {
  const same = (name: keyof ResultTexts, weight: number) =>
    (own[name] ?? null) === (recorded[name] ?? null) ? weight : 0
  return same('text', 8) + same('telcoResponse', 4) + same('providerMessage', 2) + same('source', 1)
}
