import type { BoundEndpoint } from '../../src/contract/endpoint.ts'
import { businessStatuses } from './business-statuses.ts'
import { commonStatuses, storageFails } from './common-statuses.ts'
import { nameOf } from './declared.ts'
import type { EndpointName } from './endpoints.ts'
import { formStatuses } from './form-statuses.ts'
import { scenarioStatuses } from './scenario-statuses.ts'
import type { StatusRow } from './status-row.ts'

export function statusesOf(endpoint: string): readonly StatusRow[] {
  const rows = [...formStatuses, ...businessStatuses, ...scenarioStatuses, ...commonStatuses]
  return rows.filter((row) => row.endpoint === endpoint).sort((a, b) => a.status - b.status)
}

export function linesOfBusinessRules(endpoints: readonly EndpointName[]): readonly string[] {
  const names = endpoints.flatMap((endpoint) => statusesOf(endpoint).flatMap(({ rule }) => rule ?? []))
  return [...new Set(names)].map((name) => `business rule ${name}`)
}

export function linesOfStatuses(endpoint: EndpointName): readonly string[] {
  const rows = [...statusesOf(endpoint).filter(({ rule }) => rule === undefined), storageFails]
  const kinds = rows.map(({ status, shape }) => (status < 300 ? String(status) : `${status} as ${shape}`))
  return [...new Set(kinds)].map((kind) => `${endpoint}: ${kind}`)
}

export function linesOfAnswers(endpoint: BoundEndpoint): readonly string[] {
  const { body, query, creates } = endpoint
  const always = [
    '200',
    ...(creates ? ['201'] : []),
    '401 as authentication',
    '404 as wrong method or path',
    '404 as no body',
  ]
  const faults = ['429 as single message', '500 as server fault', '503 as single message']
  const fields = body || query ? ['400 as field list', '400 as list form'] : []
  const bytes = body ? ['400 as single message', '413 as single message'] : []
  return [...always, ...fields, ...bytes, ...faults].map((kind) => `${nameOf(endpoint)}: ${kind}`)
}
