import type { Check } from './rows.ts'

type Headers = Readonly<Record<string, string>>
type Sign = (body: string, secret?: string) => Headers

export interface Forging {
  readonly realSignature: Headers
  readonly own: Readonly<Record<string, unknown>>
  readonly sign: Sign
}

export interface Forgery extends Check {
  readonly make: (forging: Forging) => { readonly body: string; readonly headers: Headers }
  /** Any answer is right; otherwise it must be 4xx. */
  readonly anyAnswer?: true
  /** For an order whose transaction FAILED; otherwise it is still open. */
  readonly afterFailure?: true
}

const askedForBy = 'trust signed bytes only (D34)'
const checkBytes = {
  askedForBy,
  advice:
    'Verify the signature over the bytes of the body as they came, before you read them. Answer 401 if it is missing or wrong, and do nothing.',
}

/** Webhooks that only an attacker sends; each must change nothing. */
export const forgeries: readonly Forgery[] = [
  { check: 'no signature', ...checkBytes, make: ({ own }) => ({ body: JSON.stringify(own), headers: {} }) },
  {
    check: 'another secret',
    ...checkBytes,
    make: ({ own, sign }) => signed(JSON.stringify(own), (body) => sign(body, 'another secret')),
  },
  {
    check: 'a signature over other bytes',
    ...checkBytes,
    // Code that writes the parsed body again gets the bytes that were signed.
    make: ({ own, sign }) => ({ body: JSON.stringify(own, null, 1), headers: sign(JSON.stringify(own)) }),
  },
  {
    check: 'another amount under a right signature of another webhook',
    ...checkBytes,
    make: ({ own, realSignature: headers }) => {
      return { body: JSON.stringify({ ...own, amount: String(10 * Number(own.amount)) }), headers }
    },
  },
  {
    check: 'a reference that the shop does not know',
    askedForBy,
    advice: 'Ignore a webhook whose reference you do not know. Do not create an order for it.',
    make: ({ own, sign }) => signed(JSON.stringify({ ...own, reference_business: 'unknown-to-the-shop' }), sign),
    anyAnswer: true,
  },
  {
    check: 'COMPLETED for an order whose transaction FAILED',
    ...checkBytes,
    make: ({ own, realSignature: headers }) => ({ body: JSON.stringify(own), headers }),
    afterFailure: true,
  },
  {
    check: 'a body that is no JSON',
    askedForBy,
    advice: 'Answer 400 to a body that is no JSON. Nothing else may happen.',
    make: ({ sign }) => signed('{"status": "COMPLETED"', sign),
  },
  {
    check: '1 MB of it',
    askedForBy,
    advice: 'Limit the size of the body, and answer 413. Nothing else may happen.',
    make: ({ sign }) => signed('x'.repeat(1_000_000), sign),
  },
]

function signed(body: string, sign: Sign) {
  return { body, headers: sign(body) }
}
