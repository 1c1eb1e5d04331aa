import { type Probe, valueAtPointer } from '../domain/probe.ts'
import { messageOf } from '../error-code.ts'
import { alarm } from '../time.ts'

export type Ask = (url: string, options: RequestInit) => Promise<Response>

export interface ProbeAnswer {
  readonly paid: boolean
  /** In major units; null if the probe does not ask for it. */
  readonly credited: number | null
  /** The answer as received. */
  readonly text: string
}

/** A probe that could not be asked, or whose answer cannot be read; the message says what to do. */
export class NotChecked extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'NotChecked'
  }
}

/** In real milliseconds; a slower server counts as not answering. */
const longestMs = 5000
/** Longer answers are cut in messages. */
const shownLength = 200

/** Asks the merchant's server about an order. Throws a `NotChecked`. */
export async function askProbe(probe: Probe, reference: string, ask: Ask): Promise<ProbeAnswer> {
  const url = probe.get.replaceAll('{reference}', encodeURIComponent(reference))
  const asked = async (signal: AbortSignal) => {
    const response = await ask(url, { signal })
    return { response, whole: (await response.text()).trim() }
  }
  const { response, whole } = await within(longestMs, asked).catch((error) => {
    throw new NotChecked(`the probe ${url} cannot be asked (${reasonOf(error)}): is your server running?`)
  })
  const text = whole.length > shownLength ? `${whole.slice(0, shownLength)}…` : whole
  if (!response.ok) {
    throw new NotChecked(`the probe ${url} answered ${response.status}: let it answer 200 for every order\n  ${text}`)
  }
  const answer = jsonIn(whole)
  if (answer === undefined) {
    throw new NotChecked(`the probe ${url} answers no JSON: name the address of an API, not of a page`)
  }
  const found = valueAtPointer(answer, probe.paid.at)
  if (found === undefined) throw new NotChecked(`the probe ${url} answers nothing at ${probe.paid.at}: ${text}`)
  const paid = found === probe.paid.is
  if (probe.credited === undefined) return { paid, credited: null, text }
  const credited = numberIn(valueAtPointer(answer, probe.credited))
  if (credited === null) throw new NotChecked(`the probe ${url} has no number at ${probe.credited}: ${text}`)
  return { paid, credited, text }
}

/** Returns the value of a JSON text, or undefined for any other text. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns a number, also one written as text, or null. */
function numberIn(value: unknown): number | null {
  const isText = typeof value === 'string' && value.trim() !== ''
  const number = typeof value === 'number' || isText ? Number(value) : Number.NaN
  return Number.isNaN(number) ? null : number
}

/** Why a call got no answer. */
export function reasonOf(error: unknown): string {
  return messageOf(error instanceof Error && error.cause instanceof Error ? error.cause : error)
}

/** Limits work to `ms` of real time: its signal aborts then. */
export async function within<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const over = new AbortController()
  const deadline = alarm()
  deadline.in(ms, () => over.abort(new Error(`no answer within ${ms} ms`)))
  try {
    return await work(over.signal)
  } finally {
    deadline.off()
  }
}
