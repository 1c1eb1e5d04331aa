import { lastMs } from '../../domain/clock.ts'
import { isObject } from '../../domain/json.ts'
import { flowHas } from '../../domain/transaction.ts'
import type { RunningSandbox } from '../../sandbox.ts'
import { resultSchema } from '../../scenarios/language/file.ts'
import { type Body, isAccepted, isFault, objectIn, recordIn, textAt } from '../read/bodies.ts'
import type { RecordedBusiness } from '../read/businesses.ts'
import type { RecordedEntry } from '../read/recording.ts'
import type { ResultNames } from '../read/results.ts'
import type { RecordedCall } from '../read/service-calls.ts'
import { otpPath } from '../read/service-paths.ts'
import { idIn, type RecordedTransaction } from '../read/transactions.ts'
import type { StatusTurn } from '../read/turns.ts'
import { isOtpAsked } from './compare-lives.ts'
import { draftFor, drafts, refusalFor } from './drafts.ts'
import { Wallets } from './wallets.ts'

/** What the sandbox answered, in the form of a recorded message. */
export interface OwnAnswer {
  readonly status: number
  readonly body: string | null
}

/** The first attempt of a webhook. */
export interface OwnWebhook {
  readonly contentType: string | null
  readonly body: string
}

interface Part {
  /** The one of the sandbox. */
  readonly key: string
  readonly business: RecordedBusiness
  readonly results: ResultNames
}

const noReason = { result: 'no_reason' }

/** Makes the calls of a business at a sandbox, and lets its transactions end as the recorded ones. */
export class Player {
  readonly answers = new Map<RecordedEntry, OwnAnswer>()
  readonly webhooks = new Map<RecordedTransaction, OwnWebhook[]>()
  readonly #sandbox: RunningSandbox
  readonly #part: Part
  readonly #ownIds = new Map<RecordedTransaction, string>()
  readonly #byOwnId = new Map<unknown, RecordedTransaction>()
  readonly #wallets = new Wallets((currency, balance) => this.#control('PUT', `/wallets/${currency}`, { balance }))
  /** References of create calls whose answer was lost, and of which nothing more is seen. */
  readonly #lost = new Set<string>()

  constructor(sandbox: RunningSandbox, part: Part) {
    this.#sandbox = sandbox
    this.#part = part
    sandbox.receive(part.key, (request) => this.#receive(request))
  }

  /** Makes the scenarios known, and the new results of the recording. */
  async begin(): Promise<void> {
    const declared = this.#part.results.isNew.filter(({ texts }) => resultSchema.safeParse(texts).success)
    const results = Object.fromEntries(declared.map(({ name, texts }) => [name, texts]))
    const yaml = JSON.stringify({ version: 1, results, scenarios: drafts })
    await this.#control('POST', '/scenarios/draft', { yaml })
  }

  /** Lets time come to a moment, and sends the webhooks that are due. */
  async advance(at: number): Promise<void> {
    await this.#control('POST', '/clock/advance', { to: iso(at) })
  }

  async #control(method: string, path: string, body?: object): Promise<Body | null> {
    const { status, body: text } = await this.#fetch(method, `/_sandbox${path}`, body && JSON.stringify(body))
    const value = objectIn({ body: text })
    return isAccepted({ status }) ? value : null
  }

  async #fetch(method: string, path: string, body?: string | null, more: Readonly<Record<string, string>> = {}) {
    const headers = { authorization: this.#part.key, 'content-type': 'application/json', ...more }
    const response = await this.#sandbox.fetch(path, { method, headers, ...(body == null ? {} : { body }) })
    return { status: response.status, body: await response.text() }
  }

  async call(call: RecordedCall, transaction: RecordedTransaction | null): Promise<void> {
    const { entry, question } = call
    if (this.#isUnknown(call, transaction)) return
    await this.#wallets.before(call)
    // A method or a header that no call can have is not played.
    const answer = await this.#send(call, transaction).catch(() => null)
    if (answer === null) return
    this.answers.set(entry, answer)
    const record = question.is === 'create' && isAccepted(answer) ? recordIn(answer) : null
    if (record === null || transaction === null) return
    this.#ownIds.set(transaction, String(record.id))
    this.#byOwnId.set(record.id, transaction)
  }

  /** True for a call that the recording does not show enough of. */
  #isUnknown(call: RecordedCall, transaction: RecordedTransaction | null): boolean {
    const { entry, question } = call
    const isCreate = question.is === 'create'
    const reference = isCreate ? textAt(objectIn(entry.request), 'reference') : null
    if (reference !== null && this.#lost.has(reference) && !isAccepted(entry)) return true
    if (isFault(entry) && transaction === null) {
      if (reference !== null) this.#lost.add(reference)
      return true
    }
    if (isCreate) return entry.request.body === null
    // A transaction of which the recording does not have the create call, or that the sandbox refused.
    const isAbout = idIn(call) !== null && entry.status !== 404
    return isAbout && (transaction === null || !this.#ownIds.has(transaction))
  }

  async #send(call: RecordedCall, transaction: RecordedTransaction | null): Promise<OwnAnswer> {
    const { entry, path, question, key } = call
    const { results, business } = this.#part
    const ownId = transaction === null ? undefined : this.#ownIds.get(transaction)
    const named = ownId === undefined || question.is !== 'query' ? path : path.replace(question.id, ownId)
    const draft = transaction === null ? refusalFor(entry) : draftFor(transaction, isOtpAsked(transaction, results))
    const body = ['GET', 'HEAD'].includes(entry.method) ? null : await this.#bodyOf(call, ownId)
    const type = entry.request.headers['content-type']
    return this.#fetch(entry.method, named, body, {
      ...(key === business.key && entry.status !== 401 ? {} : { authorization: key }),
      ...(type === undefined ? {} : { 'content-type': type }),
      ...(question.is === 'create' ? { 'x-sandbox-scenario': draft } : {}),
    })
  }

  /** The recorded body; for an OTP with the sandbox's own id and password in place of the recorded ones. */
  async #bodyOf({ entry, question }: RecordedCall, ownId: string | undefined): Promise<string | null> {
    const body = objectIn(entry.request)
    if (question.is !== 'otp' || ownId === undefined || body === null || !textAt(body, 'otp')) return entry.request.body
    const right = await this.#otpOf(ownId)
    const wrong = right === '000000' ? '000001' : '000000'
    const otp = isAccepted(entry) ? (right ?? body.otp) : wrong
    return JSON.stringify({ ...body, ...('id' in body ? { id: ownId } : { transactionId: ownId }), otp })
  }

  async #otpOf(ownId: string): Promise<string | null> {
    return textAt(await this.#control('GET', `/transactions/${ownId}`), 'otp')
  }

  /** Lets a transaction come to the status that the recording shows. */
  async turn({ transaction, status, record }: StatusTurn): Promise<void> {
    const id = this.#ownIds.get(transaction)
    if (id === undefined) return
    const name = this.#part.results.of(record)?.name ?? noReason.result
    const act = (action: string, body?: object) => this.#control('POST', `/transactions/${id}/${action}`, body)
    // A password that no call submitted was submitted past the recorder.
    if (flowHas(transaction.flow, 'prompt') && name !== 'otp_failed') {
      const otp = await this.#otpOf(id)
      if (otp !== null) await this.#fetch('POST', otpPath, JSON.stringify({ id, otp }))
    }
    const isAccount = flowHas(transaction.flow, 'account')
    if (isAccount && status === 'COMPLETED') await this.#transfer(transaction, Number(record.amount))
    else if (status === 'COMPLETED') await act('approve')
    else if (name === 'otp_failed' || (isAccount && name === 'expired')) await act('expire')
    // A result that the flow cannot have, or that no file can declare, fails for no reason.
    else if (status === 'FAILED' && (await act('fail', { result: name })) === null) await act('fail', noReason)
  }

  async #transfer({ create }: RecordedTransaction, amount: number): Promise<void> {
    const account = recordIn(this.answers.get(create.entry) ?? { body: null })?.virtual_account
    const number = isObject(account) ? textAt(account, 'account_number') : null
    if (number !== null && amount > 0) await this.#control('POST', `/virtual-accounts/${number}/transfers`, { amount })
  }

  async #receive(request: Request): Promise<Response> {
    const body = await request.text()
    const transaction = this.#byOwnId.get(recordIn({ body })?.id)
    if (transaction !== undefined) {
      const known = this.webhooks.get(transaction) ?? []
      this.webhooks.set(transaction, [...known, { contentType: request.headers.get('content-type'), body }])
    }
    return new Response()
  }
}

export function iso(at: number): string {
  return new Date(Math.min(at, lastMs)).toISOString()
}
