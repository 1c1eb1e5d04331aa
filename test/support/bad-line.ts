import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A line to a server that loses these requests, and the first so many replies: the request arrives, the answer does not. */
export async function openBadLine(
  url: string,
  { lostRequests, lostReplies = 0 }: { readonly lostRequests?: RegExp; readonly lostReplies?: number },
): Promise<string> {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  let left = lostReplies
  const line = createServer((client) => {
    const server = connect(Number(port), hostname)
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        client.destroy()
        server.destroy()
      })
    }
    client.on('data', (bytes) => {
      if (lostRequests?.test(bytes.toString('latin1'))) client.destroy()
      else server.write(bytes)
    })
    server.on('data', (bytes) => {
      if (left === 0) return void client.write(bytes)
      left -= 1
      client.destroy()
    })
  })
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => line.close(resolve))
  })
  const address = line.address()
  if (address === null || typeof address === 'string') throw new Error('The line has no port')
  return `http://127.0.0.1:${address.port}`
}
