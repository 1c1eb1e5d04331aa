// Keeps the head and the body of a call as one text each. Ten thousand calls outlive many collections of garbage, and each
// text of a call costs every one of them: in the row invalid of `npm run bench` a call takes 44 µs of the processor, and 54 µs
// with its parts kept as they came.
import { keptBytes, type ReceivedBody, type ReceivedCall } from '../../contract/received-call.ts'
import type { SandboxMs } from '../../domain/clock.ts'

/** A call that was answered; `number` rises across businesses. */
export interface JournalEntry {
  readonly number: number
  readonly at: SandboxMs
  readonly call: ReceivedCall
}

export interface KeptCall extends Omit<ReceivedCall, 'method' | 'url' | 'rawHeaders' | 'body'> {
  readonly number: number
  readonly at: SandboxMs
  /** Method, URL, and names and values of the headers, a line each. Node reads heads without line breaks. */
  readonly head: string
  /** The start of the body, a character for each byte; a body that still comes is kept as it is. */
  readonly body: string | ReceivedBody
  readonly bodyBytes: number
}

export function keep(call: ReceivedCall, number: number, at: SandboxMs): KeptCall {
  const { key, method, url, rawHeaders, body, answer, status, answerLength, hint, rule, scenario, fault, meant } = call
  return {
    number,
    at,
    key,
    head: `${method}\n${url}\n${rawHeaders.join('\n')}`,
    body: body.isComing || body.start === null ? body : body.start.toString('latin1', 0, keptBytes),
    bodyBytes: body.bytes,
    answer: answer && startOfText(answer),
    status,
    answerLength,
    hint,
    rule,
    scenario,
    fault,
    meant,
    durationMs: call.durationMs,
  }
}

export function journalEntry({ number, at, head, body, bodyBytes, ...call }: KeptCall): JournalEntry {
  const [method = '', url = '', ...rawHeaders] = head.split('\n')
  const received =
    typeof body === 'string' ? { start: Buffer.from(body, 'latin1'), bytes: bodyBytes, isComing: false } : body
  return { number, at, call: { ...call, method, url, rawHeaders, body: received } }
}

function startOfText(text: string): string {
  if (text.length <= keptBytes / 3) return text
  const start = Buffer.alloc(keptBytes)
  return start.toString('utf8', 0, start.write(text))
}
