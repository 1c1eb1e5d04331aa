import type { Socket } from 'node:net'

/** Where a head has the last digit of its status: `HTTP/1.1 100`. */
const lastDigit = 11

/**
 * Makes every answer `100 Continue` of a socket a `102`: undici skips all interim answers but this one, and ends the connection at
 * it. The socket must carry one request at a time.
 */
export function admitContinue(socket: Socket): Socket {
  const read = socket.read.bind(socket)
  let requestBytes = 0
  /** The start of the head that is coming; null after the final head. */
  let head: string | null = ''
  socket.read = (size) => {
    const bytes: Buffer | null = read(size)
    if (socket.bytesWritten !== requestBytes) head = ''
    requestBytes = socket.bytesWritten
    if (bytes !== null && head !== null) head = readOn(head, bytes)
    return bytes
  }
  return socket
}

function readOn(before: string, bytes: Buffer): string | null {
  let head = before + bytes.toString('latin1')
  let begins = -before.length
  for (;;) {
    const [, status] = /^HTTP\/1\.\d (1\d\d)/.exec(head) ?? []
    // Before the first byte there is nothing to change: it was changed there.
    if (status === '100') bytes[begins + lastDigit] = 0x32
    const end = head.indexOf('\r\n\r\n') + 4
    if (end < 4) return head
    if (status === undefined) return null
    head = head.slice(end)
    begins += end
  }
}
