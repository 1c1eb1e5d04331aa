import type { Delivery } from '../../domain/delivery.ts'
import { isPayout, type Transaction } from '../../domain/transaction.ts'
import { sleep } from '../../time.ts'
import { genuineWebhook, recordAbout, webhookUrl } from './genuine-webhook.ts'
import { failed, type Judged, moneyOf, notChecked, ok } from './judged.ts'
import type { AuditParts } from './parts.ts'
import { mainSubject } from './plan.ts'
import type { AuditStage } from './stage.ts'

type Headers = Readonly<Record<string, string>>

export interface Forging {
  readonly realSignature: Headers
  readonly own: Readonly<Record<string, unknown>>
  readonly sign: AuditParts['sign']
}

export interface Forgery {
  readonly check: string
  readonly askedForBy: string
  readonly advice: string
  readonly make: (forging: Forging) => { readonly body: string; readonly headers: Headers }
  /** Any answer is right; otherwise it must be 4xx. */
  readonly anyAnswer?: true
  /** For a transaction that FAILED; otherwise it is still open. */
  readonly afterFailure?: true
}

const askedForBy = 'trust signed bytes only (D34)'
const checkBytes = {
  askedForBy,
  advice:
    'Verify the signature over the bytes of the body as they came, before you read them. Answer 401 if it is missing or wrong, and do and store nothing: the real webhook comes too.',
}

const unknownId = '00000000-0000-4000-8000-000000000000'

/** Webhooks that only an attacker sends; each must change nothing. */
export const forgeries: readonly Forgery[] = [
  { check: 'no signature', ...checkBytes, make: ({ own }) => ({ body: JSON.stringify(own), headers: {} }) },
  {
    check: 'another secret',
    ...checkBytes,
    make: ({ own, sign }) => signed(JSON.stringify(own), (body) => sign(body, 'another secret')),
  },
  {
    check: 'signature over other bytes',
    ...checkBytes,
    // Code that writes the parsed body again gets the bytes that were signed.
    make: ({ own, sign }) => ({ body: JSON.stringify(own, null, 1), headers: sign(JSON.stringify(own)) }),
  },
  {
    check: 'another amount under a real signature',
    ...checkBytes,
    make: ({ own, realSignature: headers }) => {
      return { body: JSON.stringify({ ...own, amount: String(10 * Number(own.amount)) }), headers }
    },
  },
  {
    check: 'unknown reference',
    askedForBy,
    advice:
      'Ignore a webhook whose reference you do not know. Do not create an order for it, and find orders by nothing else: never by number or amount.',
    // With an id of its own: a shop may remember which webhooks it has seen.
    make: ({ own, sign }) =>
      signed(JSON.stringify({ ...own, id: unknownId, reference_business: 'unknown-to-the-shop' }), sign),
    anyAnswer: true,
  },
  {
    check: 'COMPLETED for one that FAILED',
    ...checkBytes,
    make: ({ own, realSignature: headers }) => ({ body: JSON.stringify(own), headers }),
    afterFailure: true,
  },
  {
    check: 'no JSON',
    askedForBy,
    advice: 'Answer 400 to a body that is not JSON. Nothing else may happen.',
    make: ({ sign }) => signed('{"status": "COMPLETED"', sign),
  },
  {
    check: '1 MB',
    askedForBy,
    advice: 'Limit the size of the body, and answer 413. Nothing else may happen.',
    make: ({ sign }) => signed('x'.repeat(1_000_000), sign),
  },
]

function signed(body: string, sign: Forging['sign']) {
  return { body, headers: sign(body) }
}

/** How long the shop gets for what it must not do, in real milliseconds. */
const waitMs = 100

/** Sends a forged webhook for an open or a failed transaction, and later the genuine one. */
export async function forge(stage: AuditStage, { check, make, anyAnswer, afterFailure }: Forgery): Promise<Judged> {
  const { sign, plan } = stage.parts
  const subject = mainSubject(plan)
  const played = { subject, scenarios: [afterFailure ? 'no-reason' : 'approve'] }
  await stage.place(played)
  const failure = afterFailure ? await stage.judged(played) : null
  // Books that are wrong before the forgery show nothing about it.
  if (failure?.isOpen) return failure
  if (failure?.verdict === 'FAILED') return notChecked(`wrong before it: ${failure.seen}`)
  const [transaction] = stage.made(subject)
  const real = genuineWebhook(stage.parts, subject)
  const url = transaction === undefined ? null : webhookUrl(stage.parts, transaction)
  if (!transaction || url === null || real === null) return notChecked(stage.whyNoWebhook)
  const before = await asked(stage, transaction)
  const forged = make({ realSignature: signatureOf(real), own: recordAbout(real, transaction), sign })
  const { status, answered } = await stage.forge(transaction, url, forged, check)
  // A shop that only notes a webhook works when it is asked.
  await stage.askShop()
  await sleep(waitMs)
  const after = await asked(stage, transaction)
  const then = await stage.judged(played)
  if (after !== null && JSON.stringify(after.row) !== JSON.stringify(before?.row)) {
    return failed(`${answered}; the probe answered before: ${before?.text}; and after: ${after.text}`)
  }
  if (then.verdict === 'FAILED') {
    const genuine = afterFailure ? 'at rest' : 'then the genuine webhook came'
    return failed(`${answered}; ${genuine}: ${then.seen}`, moneyOf(then))
  }
  if (!anyAnswer && status !== null && (status < 400 || status > 499)) return failed(answered)
  if (then.verdict !== 'ok') return { ...then, seen: answered }
  return ok(`${answered}, and ${afterFailure ? 'nothing changed' : 'the genuine webhook counts'}`)
}

async function asked({ parts: { probe } }: AuditStage, { flow, reference }: Transaction) {
  return (await (isPayout(flow) ? probe?.payouts : probe?.orders)?.ask(reference)) ?? null
}

/** The signature headers of a sent webhook; a setting can choose their name. */
function signatureOf({ attempts }: Delivery): Headers {
  const sent = Object.entries(attempts.at(-1)?.headers ?? {})
  return Object.fromEntries(sent.filter(([name]) => !/^(content-type|user-agent|x-sandbox-.*)$/.test(name)))
}
