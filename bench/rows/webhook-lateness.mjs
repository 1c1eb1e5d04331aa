import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { call, creates, key } from '../lib/calls.mjs'
import { percentile, repeat } from '../lib/rounds.mjs'

const perSecond = 200
const afterMs = 1000
const later = `version: 1\nscenarios:\n  later: { match: { reference: "bench-*" }, outcome: approved, after: ${afterMs}ms }\n`

export const webhookLateness = {
  name: 'webhook-lateness',
  title: 'webhook lateness at the merchant under 200/s, p99',
  how: `Collections are created 200 a second, however long the replies take, and settle ${afterMs} ms later. The figure is how much later each webhook reaches the merchant's process, 99th percentile.`,
  unit: 'ms',
  goal: 10,
  stretch: 5,
  lessIsBetter: true,
  judged: 'sandbox',
  async measure({ open, longRounds, warmUpSeconds, latenessSeconds }) {
    const merchant = await open.merchant()
    const sandbox = await open.sandbox({ cwd: open.folder(later), args: ['--callback-url', merchant.url] })
    let round = 0
    const latenessP99 = async (seconds) => {
      await createEvenly(sandbox, perSecond * seconds, round++)
      while ((await call(sandbox, '/_sandbox/jobs?limit=1')).length > 0) await sleep(20)
      const webhooks = await call(merchant, '/')
      if (webhooks.length !== perSecond * seconds) throw new Error(`${webhooks.length} webhooks came`)
      const late = webhooks.map(({ createdAt, arrivedAt }) => arrivedAt - createdAt - afterMs)
      return percentile(late, 0.99)
    }
    await latenessP99(warmUpSeconds)
    return repeat(longRounds, () => latenessP99(latenessSeconds))
  },
}

/** Creates collections at their times, without waiting for replies. */
async function createEvenly(sandbox, count, round) {
  const agent = new Agent({ keepAlive: true })
  const replies = []
  const begun = performance.now()
  for (let n = 0; n < count; n++) {
    const waitMs = begun + (n * 1000) / perSecond - performance.now()
    if (waitMs > 0) await sleep(waitMs)
    replies.push(create(sandbox, agent, `${round}-${n}`))
  }
  await Promise.all(replies)
  agent.destroy()
}

function create({ url }, agent, n) {
  const { paths, body } = creates()
  const headers = { authorization: key, 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const sent = request(url + paths[0], { method: 'POST', agent, headers }, (reply) => {
      if (reply.statusCode !== 200) reject(new Error(`a create call was answered ${reply.statusCode}`))
      reply.resume().on('end', resolve)
    })
    sent.on('error', reject).end(body.replace('{n}', n))
  })
}
