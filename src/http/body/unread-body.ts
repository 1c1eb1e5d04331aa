import type { IncomingMessage } from 'node:http'
import { keptBytes, type ReceivedBody } from '../../contract/received-call.ts'

/** A body that no endpoint has read: it shows what the caller meant. It is kept as it comes, also after the answer. */
export function unreadBody(incoming: IncomingMessage): ReceivedBody {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = incoming.headers
  const body: ReceivedBody = { start: null, bytes: 0, isComing: length !== '0' || encoding !== undefined }
  if (!body.isComing) return body
  incoming.on('data', (chunk: Buffer) => {
    const start = body.start ?? Buffer.alloc(0)
    body.bytes += chunk.length
    if (start.length < keptBytes) body.start = copied(Buffer.concat([start, chunk]))
  })
  incoming.on('error', () => {})
  return body
}

function copied(bytes: Buffer): Buffer {
  const start = Buffer.allocUnsafeSlow(Math.min(bytes.length, keptBytes))
  bytes.copy(start)
  return start
}
