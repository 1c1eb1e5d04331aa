// The baseline: a node:http server that reads a request, parses its JSON and replies with 600 bytes.
import { createServer } from 'node:http'

const padding = 'x'.repeat(600 - JSON.stringify({ padding: '' }).length)
const reply = Buffer.from(JSON.stringify({ padding }))
const headers = { 'content-type': 'application/json', 'content-length': reply.length }

const server = createServer((request, response) => {
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    if (chunks.length > 0) JSON.parse(Buffer.concat(chunks).toString('utf8'))
    response.writeHead(200, headers).end(reply)
  })
})

server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ event: 'ready', url: `http://127.0.0.1:${server.address().port}` }))
})
