import type { Check } from './rows.ts'

/** A webhook that was really sent and signed, and the order that a forgery is about. */
export interface Forging {
  /** The body of a webhook of another, completed order. */
  readonly real: Readonly<Record<string, unknown>>
  /** The signature headers that this webhook had. */
  readonly realSignature: Readonly<Record<string, string>>
  /** What a webhook about the attacked order would say: its id, reference and amount. */
  readonly own: Readonly<Record<string, unknown>>
  readonly sign: (body: string, secret?: string) => Readonly<Record<string, string>>
}

export interface Forged {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

export interface Forgery extends Check {
  readonly make: (forging: Forging) => Forged
  /** False if any answer will do. */
  readonly wants4xx: boolean
  /** True for an order whose transaction FAILED; otherwise it is still open. */
  readonly afterFailure?: true
}

const verify =
  'Verify the signature over the bytes of the body as they came, before you read them. Answer 401 if it is missing or wrong, and do nothing.'
const askedForBy = 'trust signed bytes only (D34)'

/** Webhooks that only an attacker sends; each must change nothing. */
export const forgeries: readonly Forgery[] = [
  forgery('no signature', ({ own }) => ({ body: JSON.stringify(own), headers: {} })),
  forgery('another secret', ({ own, sign }) => signed(JSON.stringify(own), (body) => sign(body, 'another secret'))),
  forgery('a signature over other bytes', ({ own, sign }) => ({
    // Code that writes the parsed body again gets the bytes that were signed.
    body: JSON.stringify(own, null, 1),
    headers: sign(JSON.stringify(own)),
  })),
  forgery('another amount under a right signature of another webhook', ({ own, realSignature }) => ({
    body: JSON.stringify({ ...own, amount: String(10 * Number(own.amount)) }),
    headers: realSignature,
  })),
  {
    ...forgery('a reference that the shop does not know', ({ own, sign }) =>
      signed(JSON.stringify({ ...own, reference_business: 'unknown-to-the-shop' }), sign),
    ),
    wants4xx: false,
    advice: 'Ignore a webhook whose reference you do not know. Do not create an order for it.',
  },
  {
    ...forgery('COMPLETED for an order whose transaction FAILED', ({ own, realSignature }) => ({
      body: JSON.stringify(own),
      headers: realSignature,
    })),
    afterFailure: true,
  },
  forgery(
    'a body that is no JSON',
    ({ sign }) => signed('{"status": "COMPLETED"', sign),
    'Answer 400 to a body that is no JSON.',
  ),
  forgery(
    '1 MB of it',
    ({ sign }) => signed('x'.repeat(1_000_000), sign),
    'Limit the size of the body, and answer 413.',
  ),
]

function forgery(check: string, make: Forgery['make'], advice = ''): Forgery {
  return {
    check,
    askedForBy,
    make,
    wants4xx: true,
    advice: advice === '' ? verify : `${advice} Nothing else may happen.`,
  }
}

function signed(body: string, sign: (body: string) => Readonly<Record<string, string>>): Forged {
  return { body, headers: sign(body) }
}
