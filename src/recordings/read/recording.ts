/** One message of a recording: a call with its answer, or a webhook with the answer of its receiver. */
export interface Entry {
  readonly file: string
  /** Counts from 0 in the file. */
  readonly index: number
  /** When it was sent, in milliseconds since 1970. */
  readonly at: number
  /** How long it took until it was answered, in milliseconds. */
  readonly tookMs: number
  readonly isWebhook: boolean
  readonly method: string
  readonly url: URL
  readonly request: Message
  readonly response: Message
  /** 0 if there was no answer. */
  readonly status: number
  /** What `record` saw of a webhook's signature; null for a call, without a signature, and in other recordings. */
  readonly signature: SignatureFacts | null
}

/**
 * The field `_signature` of a recorded webhook: what its signature shows without the key, because `record` takes the key out
 * and changes the body.
 */
export interface SignatureFacts {
  /** The name of its header, in the letters that it came in. */
  readonly header: string
  /** The number of characters of its value. */
  readonly length: number
  /** `HEX` is in upper case; `base64` is its URL form too. */
  readonly alphabet: 'hex' | 'HEX' | 'base64' | 'other'
  /**
   * The HMAC of the raw body with a key of a call that gives the value, or its end after `=`. Null if none of these does:
   * the secret is another. Absent if no call came before, so that no key was known.
   */
  readonly hmac?: 'sha512-hex' | 'sha512-base64' | 'sha256-hex' | 'sha256-base64' | null | undefined
}

export interface Message {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Null if the recording does not have it. */
  readonly body: string | null
}

/** A recording that cannot be compared: where it ends, or what it holds instead. */
export class UnusableRecording extends Error {
  constructor(file: string, problem: string) {
    super(`${file}: ${problem}`)
    this.name = 'UnusableRecording'
  }
}
