import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { listening } from './listening.ts'
import { openSandbox } from './opened-sandbox.ts'

/** A business whose server credits every webhook, also a copy, and a sandbox that asks it. */
export async function openCreditingShop() {
  const credits = new Map<string, number>()
  const server = createServer(async (request, response) => {
    if (request.method === 'POST') {
      const { reference_business: reference, amount } = JSON.parse(await text(request))
      credits.set(reference, (credits.get(reference) ?? 0) + Number(amount))
    }
    const credited = credits.get(request.url?.slice(1) ?? '') ?? 0
    response.end(JSON.stringify({ paid: credited > 0, credited }))
  })
  const url = await listening(server)
  const probe = { get: `${url}/{reference}`, paid: { at: '/paid', is: true }, credited: '/credited' }
  const sandbox = await openSandbox({ probe })
  return { server, sandbox, shop: sandbox.shop({ callbackUrl: url }) }
}
