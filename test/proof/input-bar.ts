import { readDocument } from '../support/api-document.ts'
import { type Answer, call } from '../support/call.ts'
import { openSandbox } from '../support/opened-sandbox.ts'
import { bankPayout, mobileMoneyPayout } from '../support/payout-requests.ts'
import { mobileMoney, virtualAccount } from '../support/requests.ts'
import type { Bar } from './bar.ts'
import { jsonCases, naughtyStrings } from './odd-input.ts'

const key = 'test_input'

/** Odd JSON for every route that takes a body, odd strings in every field of a create call; each answer against the document. */
export const inputBar: Bar = {
  promise: 'No body and no string stops the sandbox, and every answer is as the OpenAPI document says',
  mutations: ['an answer has a status that the document does not have'],
  async run(size, mutation) {
    const sandbox = await openSandbox({ businesses: { [key]: {} } })
    const document = readDocument((await call(sandbox.url, '/_sandbox/openapi.json')).body)
    let calls = 0
    const send = async (name: string, path: string, method: string, body: string | Buffer) => {
      const answer = await call(sandbox.url, path, { key, method, body })
      calls += 1
      check(name, body, mutation ? { ...answer, status: 599 } : answer)
    }
    const check = (name: string, body: string | Buffer, answer: Answer) => {
      const faults = answer.status >= 500 ? [`answered ${answer.status}`] : document.faultsOf(name, answer)
      if (faults.length > 0) throw new Error(`${name} with ${String(body).slice(0, 200)}: ${faults.join('; ')}`)
    }
    const routes = [...document.operations.values()].filter(
      ({ hasBody, name }) => hasBody && name !== 'importWorld' && name !== 'backUp',
    )
    const cases = size === 'full' ? jsonCases : jsonCases.filter((_case, index) => index % 16 === 0)
    const strings = size === 'full' ? naughtyStrings : naughtyStrings.filter((_text, index) => index % 12 === 0)
    for (const { name, path, method } of routes) {
      const filled = path.replaceAll(/\{\w+\}/g, 'nothing')
      for (const body of cases) await send(name, filled, method, body)
    }
    const creates = {
      '/collections/mobilemoney': mobileMoney(),
      '/collections/virtual-account': virtualAccount(),
      '/disbursements/bank': bankPayout(),
      '/disbursements/mobilemoney': mobileMoneyPayout(),
    }
    for (const [path, body] of Object.entries(creates)) {
      const { name = '' } = routes.find((route) => route.path === path) ?? {}
      for (const field of [...Object.keys(body), 'callbackURL', 'metadata', 'merchantName'])
        for (const text of strings) await send(name, path, 'POST', JSON.stringify({ ...body, [field]: text }))
      const [recipient = {}] = [body.recipients as object | undefined].flat()
      for (const field of Object.keys(recipient))
        for (const text of strings)
          await send(name, path, 'POST', JSON.stringify({ ...body, recipients: [{ ...recipient, [field]: text }] }))
    }
    const { status } = await call(sandbox.url, '/collections/mobilemoney', {
      key,
      body: mobileMoney({ reference: 'last' }),
    })
    if (status !== 200) throw new Error(`the last create call was answered ${status}`)
    return { routes: routes.length, 'JSON cases': cases.length, strings: strings.length, calls }
  },
}
