import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'

/**
 * `npm run recording`: runs two commands of the built program, and writes what they print to docs/images/terminal.svg. Each line
 * appears there as late as it was printed.
 */
const root = join(import.meta.dirname, '..')
const columns = 104
const callbackUrl = 'http://127.0.0.1:4848/webhooks'

const merchant = createServer((incoming, outgoing) => incoming.resume().on('end', () => outgoing.end('{}')))
await new Promise((resolve) => merchant.listen(4848, '127.0.0.1', resolve))

/** The lines of the terminal, each with the second at which it appears. */
const lines = []
let now = 0.3

/** Runs a command as if it were typed. Resolves when it ends, or when it has printed `until`. */
function run(args, until) {
  lines.push({ at: now, text: `$ npx payments-sandbox ${args.join(' ')}`, typed: true })
  const typed = now + 0.6
  const begin = performance.now()
  const child = spawn(process.execPath, [join(root, 'bin', 'payments-sandbox.js'), ...args], {
    env: { ...process.env, PAYMENTS_SANDBOX_DATA: ':memory:', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return new Promise((resolve) => {
    let over = false
    const end = () => {
      over = true
      now += 0.8
      resolve(child)
    }
    const show = (chunk) => {
      if (over) return
      now = typed + (performance.now() - begin) / 1000
      for (const text of String(chunk).trimEnd().split('\n')) lines.push({ at: now, text })
      if (until !== undefined && String(chunk).includes(until)) end()
    }
    child.stdout.on('data', show)
    child.stderr.on('data', show)
    child.on('close', end)
  })
}

const sandbox = await run(['start', '--callback-url', callbackUrl], 'stop with')
await run(['collect', '--number', '0240009110', '--reference', 'order-2'])
sandbox.kill()
merchant.close()

function colourOf({ text, typed }) {
  if (typed) return '#fff'
  if (text.includes('FAILED')) return '#ff9d9d'
  return text.includes(' ready ') ? '#8ee6a8' : '#c9d1e0'
}

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const cut = (text) => (text.length > columns ? `${text.slice(0, columns - 1)}…` : text)
const height = 20 * lines.length + 24
const rows = lines.map((line, index) => {
  const place = `x="16" y="${28 + 20 * index}" fill="${colourOf(line)}" style="animation-delay:${line.at.toFixed(1)}s"`
  return `<text ${place}>${escaped(cut(line.text))}</text>`
})
writeFileSync(
  join(root, 'docs', 'images', 'terminal.svg'),
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 860 ${height}" width="860" height="${height}" role="img">
<title>A wrong PIN in a terminal, from the call to the webhook</title>
<style>
text{font:13px ui-monospace,Menlo,Consolas,monospace;white-space:pre;opacity:0;animation:show .1s forwards}
@keyframes show{to{opacity:1}}
@media(prefers-reduced-motion){text{animation-delay:0s!important}}
</style>
<rect width="860" height="${height}" rx="10" fill="#14182b"/>
${rows.join('\n')}
</svg>
`,
)
