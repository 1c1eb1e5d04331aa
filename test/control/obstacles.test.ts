import { expect, test } from 'vitest'
import { answering } from '../support/answering.ts'
import { runInProcess } from '../support/in-process.ts'
import { openSharedSandbox } from '../support/opened-sandbox.ts'

const sandbox = await openSharedSandbox()

/** What is said of a webhook that was answered so: in the step, the attempt and the finding. */
async function saidOf(status: number, headers: Record<string, string>, body: unknown, path = '/hook') {
  const origin = await answering(status, body, headers)
  const shop = sandbox.shop({ callbackUrl: `${origin}${path}`, retry: [] })
  const { id } = (await shop.collect({ reference: 'order-1' })).body
  await shop.advance('3s')
  const { steps, deliveries } = (await shop.get(`/_sandbox/transactions/${id}`)).body
  const [attempt] = deliveries[0].attempts
  const { findings } = (await shop.get('/_sandbox/report')).body
  const step = steps.find(({ kind }: { readonly kind: string }) => kind === 'webhook_attempted')
  return { shop, origin, step: step.text, attempt, evidence: findings[0].evidence }
}

const notFollowed = 'redirects are not followed'
const answerHere = `${notFollowed}: answer 2xx here, without a login, or give the address that does as callbackURL`

test.each([
  [301, '/hook/', 'ORIGIN/hook/', `${notFollowed}: write the slash at the end of the callback URL`],
  [301, 'hook/', 'ORIGIN/hook/', `${notFollowed}: write the slash at the end of the callback URL`],
  [302, '/login', 'ORIGIN/login', answerHere],
  [303, 'https://shop.test/', 'https://shop.test/', answerHere],
  [307, '/hook/?a=1', 'ORIGIN/hook/?a=1', answerHere],
  [308, 'http://[', 'http://[', answerHere],
])('%i to %s: the Location is named, and that redirects are not followed', async (status, location, to, advice) => {
  const { origin, step, attempt, evidence } = await saidOf(status, { location }, '')
  const hint = `a redirect to ${to.replace('ORIGIN', origin)}; ${advice}`
  expect([step, attempt.hint]).toEqual([`webhook attempt 1: answered ${status}, ${hint}`, hint])
  expect(evidence).toContain(`the last of them with: status ${status}, ${hint}`)
})

test('a redirect to the same address with a slash and its query asks for the slash; one without a Location says so', async () => {
  const query = await saidOf(308, { location: '/hook/?key=1' }, '', '/hook?key=1')
  expect(query.attempt.hint).toContain('write the slash')
  const none = await saidOf(307, {}, '')
  expect(none.attempt.hint).toBe(`a redirect without a Location; ${answerHere}`)
})

test.each([
  [419, {}, { message: 'Page Expired' }],
  [403, { 'set-cookie': 'XSRF-TOKEN=abc; path=/' }, ''],
  [400, {}, 'The CSRF token is missing.'],
  [422, {}, "Can't verify CSRF token authenticity."],
  [403, {}, '<h1>Forbidden</h1><p>CSRF verification failed. Request aborted.</p>'],
])('%i %j %j: a CSRF check is named in place of the signature', async (status, headers, body) => {
  const { shop, step, attempt } = await saidOf(status, headers, body)
  const hint = 'a CSRF check: exempt the path of webhooks from it'
  expect([step, attempt.hint, attempt.signatureHelp]).toEqual([
    `webhook attempt 1: answered ${status}, ${hint}`,
    hint,
    undefined,
  ])
  const { stdout } = await runInProcess(['webhooks', 'show', 'order-1', '--url', sandbox.url, '--key', shop.key])
  expect(stdout).toContain(`  ${hint}\n`)
})

test.each([
  [403, {}, 'no'],
  [304, {}, ''],
  [200, { 'set-cookie': 'csrftoken=1' }, ''],
  [404, {}, 'csrf'],
  [422, { 'set-cookie': 'XSRF-TOKEN=abc' }, 'amount is missing'],
])('%i %j %j has no such hint', async (status, headers, body) => {
  const origin = await answering(status, body, headers)
  const shop = sandbox.shop({ callbackUrl: origin, retry: [] })
  await shop.collect({ reference: 'order-1' })
  await shop.advance('3s')
  const { data } = (await shop.get('/_sandbox/webhooks')).body
  expect(data[0].attempts[0].hint).toBeUndefined()
})
