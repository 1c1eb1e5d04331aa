import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { call, creates } from '../lib/calls.mjs'

const origins = 40
const rounds = 25
const [hangingKey, otherKey] = ['test_hanging', 'test_other']

export const besideHanging = {
  name: 'beside-hanging',
  title: `longest advance or webhook of another business while ${origins} receivers of one hang`,
  how: `One business has four webhooks for each of ${origins} receivers that never answer. Another business advances ${rounds} times by 3 s, each time with a webhook, and gets ${rounds} webhooks of collections that settle at once: the slowest advance, or the slowest webhook after its create call was answered. The bare column has the same before any receiver hangs. Measured once, on a frozen clock.`,
  unit: 'ms',
  goal: 50,
  lessIsBetter: true,
  judged: 'sandbox',
  async measure({ open }) {
    const receivers = await openReceivers()
    const sandbox = await open.sandbox({ args: ['--data', ':memory:', '--clock', 'frozen'] })
    try {
      await slowest(sandbox, receivers, 'warm-up')
      const bare = await slowest(sandbox, receivers, 'bare')
      for (let n = 0; n < 4 * origins; n++) {
        await create(sandbox, `scn:paid-at-once:${n}`, receivers.at('hang', n % origins), hangingKey)
      }
      while (receivers.hanging() < 24) await sleep(5)
      const figure = await slowest(sandbox, receivers, 'beside')
      return { bare, sandbox: figure, note: `${receivers.hanging()} webhooks hang` }
    } finally {
      receivers.close()
    }
  },
}

/** Receivers of many origins in one server: those of the path `hang` never answer. */
async function openReceivers() {
  let hanging = 0
  let arrived = () => {}
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      if (request.url === '/hang') {
        hanging++
        return
      }
      response.end()
      arrived(performance.now())
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    at: (path, n) => `http://shop-${n}.localhost:${server.address().port}/${path}`,
    hanging: () => hanging,
    /** Resolves with the time of the next webhook that is answered. */
    next: () =>
      new Promise((resolve) => {
        arrived = resolve
      }),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function slowest(sandbox, receivers, name) {
  const figures = []
  for (let n = 0; n < rounds; n++) {
    const url = receivers.at('answer', 'other')
    const arriving = receivers.next()
    await create(sandbox, `scn:paid-at-once:${name}-${n}`, url, otherKey)
    const created = performance.now()
    figures.push((await arriving) - created)
    await create(sandbox, `${name}-${n}`, url, otherKey)
    const asked = performance.now()
    await call(sandbox, '/_sandbox/clock/advance', { by: '3s' }, otherKey)
    figures.push(performance.now() - asked)
  }
  return Math.max(...figures)
}

function create(sandbox, reference, callbackURL, key) {
  const { paths, body } = creates({ reference, callbackURL })
  return call(sandbox, paths[0], JSON.parse(body), key)
}
