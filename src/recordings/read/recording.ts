import type { SignatureForm } from './signature-form.ts'

/** One message of a recording: a call with its answer, or a webhook with the answer of its receiver. */
export interface RecordedEntry {
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
  readonly request: RecordedMessage
  readonly response: RecordedMessage
  /** 0 if there was no answer. */
  readonly status: number
  /** What `record` saw of a webhook's signature; null for a call, without a signature, and in other recordings. */
  readonly signature: SignatureForm | null
}

export interface RecordedMessage {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Null if the recording does not have it. */
  readonly body: string | null
}

/** What an entry lacks that describes no call. */
export const lacksOfEntry = 'no startedDateTime, no http address, no response, or more than 64 levels'

/** A recording that cannot be compared: where it ends, or what it holds instead. */
export class UnusableRecording extends Error {
  constructor(file: string, problem: string) {
    super(`${file}: ${problem}`)
    this.name = 'UnusableRecording'
  }
}
