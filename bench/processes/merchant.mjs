// A merchant that answers every webhook with 200 and keeps two times of it, in milliseconds of the same wall clock: when its
// transaction was created, and when it arrived. A GET returns them and forgets them.
import { createServer } from 'node:http'

let webhooks = []

const server = createServer((request, response) => {
  const arrivedAt = performance.timeOrigin + performance.now()
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(webhooks))
    webhooks = []
    return
  }
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    const { created_at: createdAt } = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    webhooks.push({ createdAt: Date.parse(createdAt), arrivedAt })
    response.writeHead(200).end()
  })
})

server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ event: 'ready', url: `http://127.0.0.1:${server.address().port}` }))
})
