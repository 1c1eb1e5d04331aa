import { type Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** The protocol of a connection that does not speak HTTP/1.1. */
type WrongProtocol = 'TLS' | 'HTTP/2'

/** Calls `say` with how to mend it when something speaks TLS or HTTP/2 to a server: once for each, because clients try again. */
export function explainProtocols(server: Server, say: (message: string) => void): void {
  const said = new Set<WrongProtocol>()
  server.on('clientError', (error: MalformedCall, socket) => {
    const protocol = protocolOf(error)
    if (protocol !== null && !said.has(protocol)) {
      said.add(protocol)
      say(explanations[protocol])
    }
    if (socket.writable && !isAnswering(socket)) socket.write(refusals[error.code ?? ''] ?? badRequest)
    socket.destroy(error)
  })
}

type MalformedCall = NodeJS.ErrnoException & { readonly rawPacket?: Buffer }

const explanations: Readonly<Record<WrongProtocol, string>> = {
  TLS: 'A call came by TLS, which the sandbox does not speak: write http:// in place of https:// in its address',
  'HTTP/2':
    'A call began with HTTP/2, which the sandbox does not speak: let the client speak HTTP/1.1, and write http:// in its address',
}

function protocolOf({ code, rawPacket }: MalformedCall): WrongProtocol | null {
  if (code === 'HPE_PAUSED_H2_UPGRADE') return 'HTTP/2'
  // The first record of a TLS connection: a handshake of version 3.x.
  return rawPacket?.[0] === 0x16 && rawPacket[1] === 0x03 ? 'TLS' : null
}

/** Node's own server answers so; it does not if there is a listener for `clientError`. */
const badRequest = refusal('400 Bad Request')
const refusals: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: refusal('431 Request Header Fields Too Large'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: refusal('413 Payload Too Large'),
  ERR_HTTP_REQUEST_TIMEOUT: refusal('408 Request Timeout'),
}

function refusal(status: string): string {
  return `HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`
}

/** True if an answer has begun on this connection, which Node notes in a member without a public name. */
function isAnswering(socket: Duplex): boolean {
  const answer: unknown = Reflect.get(socket, '_httpMessage')
  return answer instanceof ServerResponse && answer.headersSent
}
