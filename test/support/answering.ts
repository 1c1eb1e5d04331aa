import { createServer } from 'node:http'
import { listening } from './listening.ts'

/** The address of a server that answers every call of one test with this. */
export async function answering(status: number, body: unknown, headers = {}): Promise<string> {
  const server = createServer((_incoming, outgoing) => {
    outgoing.writeHead(status, headers).end(JSON.stringify(body))
  })
  return listening(server)
}
