import type { z } from 'zod'
import { definitionOf } from '../catalogue/flows.ts'
import { type BoundEndpoint, bindEndpoint, defineEndpoint, type Operation, type Reply } from '../contract/endpoint.ts'
import type { RawBody } from '../contract/field.ts'
import { readRequest } from '../contract/read-request.ts'
import type { JsonObject } from '../domain/json.ts'
import { type PlannedReply, replyWaitMs } from '../domain/plan.ts'
import type { Rates } from '../domain/rates.ts'
import type { Settings } from '../domain/settings.ts'
import type { Flow, Intent } from '../domain/transaction.ts'
import type { BeginRequest, Begun } from '../engine/begin/begin.ts'
import { asCreated, type RecordForm } from './record.ts'
import type { FlowTools } from './tools.ts'
import { type ShownRecord, vary } from './vary.ts'

export type CreateRequest = Pick<BeginRequest, 'intent' | 'admit'>

interface CreateParts<Body, Created extends z.ZodType, Final extends z.ZodType>
  extends Pick<Operation, 'name' | 'summary' | 'basis'> {
  readonly flow: Flow
  /** Made by `bodyOf` and named by `namedRequest`. */
  readonly body: z.ZodType<Body>
  readonly created: RecordForm<Created>
  /** The record in webhook form, which status queries show too (D38). */
  readonly final: RecordForm<Final>
  readonly toRequest: (body: Body, rates: Rates) => CreateRequest
  /** The body of a create call for the same intent: the inverse of `toRequest`. */
  readonly toBody: (intent: Intent) => JsonObject
  readonly further?: readonly ((tools: FlowTools) => BoundEndpoint)[]
}

export interface CreateFlow<Final extends z.ZodType = z.ZodType, Body = unknown>
  extends Pick<CreateParts<Body, z.ZodType, Final>, 'name' | 'body' | 'final' | 'toBody'> {
  readonly path: string
  readonly endpoints: (tools: FlowTools) => readonly BoundEndpoint[]
  /** The intent of a request, or the messages of broken rules; nothing is stored. */
  readonly read: (body: RawBody, settings: Settings, rates: Rates) => CreateRequest | readonly string[]
}

type Shown = ShownRecord | readonly ShownRecord[]

/** Defines a create flow: routing, dry reading, webhook form, OpenAPI and conformance all derive from the definition. */
export function defineCreate<Body, Created extends z.ZodType<Shown>, Final extends z.ZodType<ShownRecord>>({
  flow,
  created,
  final,
  toRequest,
  toBody,
  further = [],
  ...operation
}: CreateParts<Body, Created, Final>): CreateFlow<Final, Body> {
  const { path, direction } = definitionOf(flow)
  const endpoint = defineEndpoint<FlowTools>()({
    area: 'service',
    method: 'POST',
    tag: direction === 'in' ? 'Collections' : 'Payouts',
    path,
    ...operation,
    answer: created.schema,
    creates: true,
    headers: { 'x-sandbox-scenario': 'Name of the scenario that this transaction follows.' },
    answerHeaders: {
      'x-sandbox-scenario': 'The scenario that this transaction follows, and what chose it: `wrong-pin; by=match`.',
    },
    async handle({ key, body, header, begin, rates }): Promise<Reply> {
      const { intent, admit } = toRequest(body, rates)
      const begun = await begin(key, { intent, admit, scenarioHeader: header('x-sandbox-scenario') })
      return replyTo(begun, created.present(asCreated(begun.transaction, begun.settings)))
    },
  })
  return {
    path,
    name: operation.name,
    body: operation.body,
    final,
    toBody,
    endpoints: (tools) => [bindEndpoint(endpoint, tools), ...further.map((bind) => bind(tools))],
    read(body, settings, rates) {
      const read = readRequest(operation.body, body, settings)
      return 'messages' in read ? read.messages : toRequest(read.fields, rates)
    },
  }
}

function replyTo({ transaction, settings, scenario, hints, recordAnswer }: Begun, answer: Shown): Reply {
  const varied = (record: ShownRecord) => vary(record, transaction, settings, 'create')
  return {
    status: settings.createdStatus,
    body: isList(answer) ? answer.map(varied) : varied(answer),
    scenario,
    ...(hints.length === 0 ? {} : { hints }),
    ...spoiled(transaction.plan.reply),
    ...(recordAnswer && { beforeSent: recordAnswer }),
  }
}

/** A payout answers a list of one (spec 4.4). */
function isList(answer: Shown): answer is readonly ShownRecord[] {
  return Array.isArray(answer)
}

function spoiled(reply: PlannedReply): Pick<Reply, 'delayMs' | 'fault'> {
  const { fault } = reply
  const waitMs = replyWaitMs(reply)
  return {
    ...(waitMs === 0 ? {} : { delayMs: waitMs }),
    ...(fault === undefined ? {} : { fault: fault === 'malformed-json' ? fault : 'drop' }),
  }
}
