// What the benchmark compares with: the least a server in Node can do for the same request. With a number as argument it
// also computes for that many microseconds a request, which shows what any work at all costs on this machine.
import { createServer } from 'node:http'

const padding = 'x'.repeat(600 - JSON.stringify({ padding: '' }).length)
const reply = Buffer.from(JSON.stringify({ padding }))
const headers = { 'content-type': 'application/json', 'content-length': reply.length }

const busyMs = Number(process.argv[2] ?? 0) / 1000

const server = createServer((request, response) => {
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    JSON.parse(Buffer.concat(chunks).toString('utf8'))
    const until = performance.now() + busyMs
    while (performance.now() < until);
    response.writeHead(200, headers).end(reply)
  })
})

server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ event: 'ready', url: `http://127.0.0.1:${server.address().port}` }))
})
