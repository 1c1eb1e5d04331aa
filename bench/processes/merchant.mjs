// A merchant: answers every webhook with 200 and notes when it came. A GET empties the notes and gives them: for each
// webhook when its transaction was created and when it arrived here, in milliseconds of the same wall clock.
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
