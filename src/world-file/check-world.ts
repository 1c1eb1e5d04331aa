import { currencyCodes } from '../catalogue/currencies.ts'
import { flowHas } from '../domain/transaction.ts'
import { KnownTexts } from './known-texts.ts'
import { type RecordKind, type RecordOf, recordKinds, type WorldRecord } from './records.ts'
import { UnusableWorld } from './unusable.ts'

/** Checks the records of one world. `add` and `end` throw an `UnusableWorld` for a misplaced record or an unknown reference. */
export function checkedWorld() {
  let lines = 0
  const known = new Known()
  let before: RecordKind | null = null
  return {
    add(record: WorldRecord): void {
      const fault = misplaced(before, record.kind) ?? known.faultOf(record, lines)
      if (fault !== null) throw new UnusableWorld(lines + 1, fault)
      before = record.kind
      lines++
    },
    /** How many records were added. */
    lines: () => lines,
    end(): void {
      if (before !== 'end') throw new UnusableWorld(null, 'The last line is missing: the file is cut off')
    },
  }
}

function misplaced(before: RecordKind | null, kind: RecordKind): string | null {
  if ((kind === 'world') !== (before === null)) return 'the world is the first line, and no other'
  return before !== null && rank(kind) < rank(before) ? `${kind} comes after ${before}` : null
}

/** A plan comes before the first transaction that has it. */
function rank(kind: RecordKind): number {
  return recordKinds.indexOf(kind === 'plan' ? 'transaction' : kind)
}

class Known {
  readonly #transactions = new KnownTexts()
  readonly #references = new KnownTexts()
  readonly #accounts = new KnownTexts()
  /** Transactions with an account. */
  readonly #payable = new KnownTexts()
  readonly #webhooks = new KnownTexts()
  /** For each plan, if its transactions have an account. */
  readonly #plans: boolean[] = []
  readonly #balances = new Map<string, number>()
  #event = 0
  #isOver = false

  /** Returns what is wrong with a record after those before it, or null. */
  faultOf(record: WorldRecord, index: number): string | null {
    if (this.#isOver) return 'comes after the end'
    switch (record.kind) {
      case 'plan':
        return this.#faultOfPlan(record)
      case 'transaction':
        return this.#faultOfTransaction(record)
      case 'event':
        if (record.id <= this.#event) return `event ${record.id} comes after ${this.#event}`
        this.#event = record.id
        return this.#unknown(record.transactionId)
      case 'movement':
        return this.#faultOfMovement(record)
      case 'webhook':
        if (this.#webhooks.has(record.id)) return `webhook ${record.id} is there twice`
        this.#webhooks.add(record.id)
        return this.#unknown(record.transactionId) ?? attemptsFault(record.attempts)
      case 'job':
        return this.#faultOfJob(record)
      case 'end':
        this.#isOver = true
        return record.lines === index ? null : `${index} lines came before it, not ${record.lines}`
      default:
        return null
    }
  }

  #unknown(id: string): string | null {
    return this.#transactions.has(id) ? null : `transaction ${id} is not in the file`
  }

  #faultOfPlan({ number, plan: { account, steps } }: RecordOf<'plan'>): string | null {
    if (number !== this.#plans.length) return `plan ${number} is not the next one`
    this.#plans.push(account !== null)
    const pays = account === null && steps.some(({ act }) => act.act === 'transfer')
    return pays ? `plan ${number} pays into an account, and has none` : null
  }

  #faultOfTransaction(record: Extract<WorldRecord, { kind: 'transaction' }>): string | null {
    const { id, flow, reference, currency, virtualAccount, plan } = record
    if (this.#transactions.has(id)) return `transaction ${id} is there twice`
    if (this.#references.has(reference)) return `the reference ${reference} is there twice`
    if (virtualAccount !== null && this.#accounts.has(virtualAccount.accountNumber)) {
      return `the account ${virtualAccount.accountNumber} is there twice`
    }
    this.#transactions.add(id)
    this.#references.add(reference)
    if (virtualAccount !== null) {
      this.#accounts.add(virtualAccount.accountNumber)
      this.#payable.add(id)
    }
    if (plan >= this.#plans.length) return `plan ${plan} is not in the file`
    if (flowHas(flow, 'account') !== (virtualAccount !== null)) return `${flow} and its account do not fit together`
    if (flowHas(flow, 'account') !== this.#plans[plan]) return `${flow} has the plan of another flow`
    return unknownCurrency(currency)
  }

  #faultOfMovement(record: Extract<WorldRecord, { kind: 'movement' }>): string | null {
    const { currency, openingMinor, amountMinor, closingMinor, transactionId } = record
    const opening = this.#balances.get(currency) ?? openingMinor
    this.#balances.set(currency, closingMinor)
    if (opening !== openingMinor || openingMinor + amountMinor !== closingMinor) {
      return `the movement does not begin with ${opening}, or does not add up`
    }
    return (transactionId === null ? null : this.#unknown(transactionId)) ?? unknownCurrency(currency)
  }

  #faultOfJob({ work }: Extract<WorldRecord, { kind: 'job' }>): string | null {
    const webhooks = work.kind === 'deliver' ? [work, ...(work.next ?? [])] : []
    const missing = webhooks.find(({ deliveryId }) => !this.#webhooks.has(deliveryId))
    if (missing !== undefined) return `webhook ${missing.deliveryId} is not in the file`
    const pays = work.kind === 'act' && work.act.act === 'transfer'
    if (pays && !this.#payable.has(work.transactionId)) return `${work.transactionId} has no account to pay into`
    const unknown = [work, ...webhooks].map(({ transactionId }) => this.#unknown(transactionId))
    return unknown.find((fault) => fault !== null) ?? null
  }
}

function attemptsFault(attempts: RecordOf<'webhook'>['attempts']): string | null {
  const wrong = attempts.find(({ number }, index) => number !== index + 1)
  return wrong === undefined ? null : `attempt ${wrong.number} is not the next one`
}

function unknownCurrency(currency: string): string | null {
  return (currencyCodes as readonly string[]).includes(currency) ? null : `${currency} is not a currency`
}
