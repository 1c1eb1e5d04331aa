import { definitionOf, type Flow } from '../../src/catalogue/flows.ts'
import { type ResultName, resultNames } from '../../src/catalogue/results.ts'
import { flowsOfResult } from '../../src/scenarios/language/flow-fit.ts'
import type { Received, Sandbox } from '../../src/testing/index.ts'
import type { Body } from '../support/requests.ts'
import { openShop } from '../support/shop.ts'
import { type EndpointName, endpointNames, endpoints, send } from './endpoints.ts'
import { bareForm } from './fields.ts'
import type { Extent } from './record-row.ts'
import type { Moment } from './records.ts'

function beginningOf(flow: Flow): EndpointName {
  const path = createCallOf(flow)
  const found = endpointNames.find((name) => name === path)
  if (found === undefined) throw new Error(`${path} has no rows`)
  return found
}

export function createCallOf(flow: Flow): string {
  return `POST ${definitionOf(flow).path}`
}

export interface Played {
  readonly extent: Extent
  readonly result: ResultName | null
  readonly record: Body
  readonly webhooks: readonly Received[]
  readonly query: string
}

/** The results that can happen to a flow (decisions, Results; design, flow fit). */
export function resultsOf(flow: Flow): readonly ResultName[] {
  return resultNames.filter((name) => flowsOfResult(name).includes(flow))
}

/** Plays flows on a sandbox that knows the scenarios of `writeScenarios`, with every optional field and with none; each once. */
export function createPlayer(sandbox: Sandbox) {
  const known = new Map<Flow, Promise<readonly Played[]>>()
  const playOnce = (flow: Flow) => {
    const playing = known.get(flow) ?? inBothExtents((extent) => playToTheEnd(sandbox, flow, extent))
    known.set(flow, playing)
    return playing
  }
  return async (flow: Flow, moment: Moment): Promise<readonly Played[]> => {
    if (moment === 'created') return inBothExtents(async (extent) => [await create(sandbox, flow, extent)])
    return (await playOnce(flow)).filter(({ result }) => (result === 'approved') === (moment === 'COMPLETED'))
  }
}

async function inBothExtents(play: (extent: Extent) => Promise<readonly Played[]>): Promise<readonly Played[]> {
  return [...(await play('full')), ...(await play('bare'))]
}

async function create(sandbox: Sandbox, flow: Flow, extent: Extent): Promise<Played> {
  const { apiKey: key } = await openShop(sandbox)
  const { body } = await send(sandbox.url, beginningOf(flow), formOf(flow, extent), { key })
  return { extent, result: null, record: [body].flat()[0], webhooks: [], query: '' }
}

/** Plays a flow once for every result; webhooks go to the request's address, or to the business's where it names none. */
async function playToTheEnd(sandbox: Sandbox, flow: Flow, extent: Extent): Promise<readonly Played[]> {
  const receiver = await sandbox.receiver()
  const form = extent === 'full' ? { ...formOf(flow, extent), callbackURL: receiver.url } : formOf(flow, extent)
  const shop = await openShop(sandbox, extent === 'full' ? {} : { callbackUrl: receiver.url })
  const results = resultsOf(flow)
  const created = await Promise.all(
    results.map((result) => {
      const headers = { 'x-sandbox-scenario': `settle-${result}` }
      return send(sandbox.url, beginningOf(flow), { ...form, reference: result }, { key: shop.apiKey, headers })
    }),
  )
  await shop.runUntilIdle()
  return Promise.all(
    results.map(async (result, index) => {
      const webhooks = receiver.webhooks.filter(({ body }) => body.reference_business === result)
      const { text } = await shop.find([created[index]?.body].flat()[0].id)
      return { extent, result, record: webhooks[0]?.body ?? {}, webhooks, query: text }
    }),
  )
}

function formOf(flow: Flow, extent: Extent): Body {
  const endpoint = beginningOf(flow)
  return extent === 'full' ? endpoints[endpoint].full : bareForm(endpoint)
}
