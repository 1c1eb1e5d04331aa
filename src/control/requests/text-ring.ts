import { type CallTexts, keptBytes, type ReceivedBody } from '../../contract/received-call.ts'

/** The texts of calls as bytes in one ring: the newest take the place of the oldest, and nothing has to be collected. */
export interface TextRing {
  add(texts: CallTexts): KeptTexts
  /** False once newer texts have taken the place. */
  holds(kept: KeptTexts): boolean
  read(kept: KeptTexts): CallTexts
}

/** Where the texts of a call are kept: head, start of the body and answer, one behind the other; lengths in bytes. */
export interface KeptTexts {
  /** Counted from the first byte that was ever kept. */
  readonly from: number
  readonly headLength: number
  readonly startLength: number
  /** Null where no answer was sent. */
  readonly answerLength: number | null
  /** How long the whole body was; or a body that still comes, which is kept as it is. */
  readonly body: number | Readonly<ReceivedBody>
}

/** An empty ring of `size` bytes, at least 64 KiB; the system gives the memory as it is written to. */
export function createTextRing(size: number): TextRing {
  const ring = Buffer.allocUnsafeSlow(size)
  let end = 0

  /** Room in one piece: what does not fit before the ring's last byte begins at its first. */
  const take = (length: number) => {
    if ((end % size) + length > size) end += size - (end % size)
    const from = end
    end += length
    return from
  }

  return {
    add({ method, url, rawHeaders, body, answer }) {
      const head = [method, url, ...rawHeaders].join('\n')
      const startLength = body.isComing ? keptBytes : Math.min(body.start?.length ?? 0, keptBytes)
      const answerRoom = Math.min(3 * (answer?.length ?? 0), keptBytes)
      const from = take(head.length + startLength + answerRoom)
      let at = from % size
      // Node reads heads as Latin-1, a byte a character; they have no line breaks.
      at += ring.write(head, at, 'latin1')
      if (!body.isComing) body.start?.copy(ring, at, 0, startLength)
      at += startLength
      const answerLength = answer === null ? null : ring.write(answer, at, answerRoom, 'utf8')
      end -= answerRoom - (answerLength ?? 0)
      return { from, headLength: head.length, startLength, answerLength, body: body.isComing ? body : body.bytes }
    },
    holds: ({ from }) => end - from <= size,
    read({ from, headLength, startLength, answerLength, body }) {
      const part = (at: number, length: number) => ring.subarray(at, at + length)
      const headAt = from % size
      const startAt = headAt + headLength
      const [method = '', url = '', ...rawHeaders] = part(headAt, headLength).toString('latin1').split('\n')
      const start = Buffer.from(part(startAt, startLength))
      return {
        method,
        url,
        rawHeaders,
        body: typeof body === 'number' ? { start, bytes: body, isComing: false } : body,
        answer: answerLength === null ? null : part(startAt + startLength, answerLength).toString('utf8'),
      }
    },
  }
}
