import { z } from 'zod'
import { namedAnswer } from '../../contract/named.ts'
import { controlEndpoint } from '../endpoint.ts'
import type { MetricsTools } from './registry.ts'

/** The metrics as text. Their library is loaded with the first call. */
export function createMetrics(tools: MetricsTools): () => Promise<string> {
  let registry: Promise<{ text(): Promise<string> }> | null = null
  return async () => {
    registry ??= import('./registry.ts').then(({ createRegistry }) => createRegistry(tools))
    return (await registry).text()
  }
}

/** The metrics of the sandbox, for Prometheus. Calls are counted from the first call of this endpoint on. */
export const showMetrics = controlEndpoint({
  route: 'GET /_sandbox/metrics',
  anyKey: true,
  summary: 'Metrics of the whole sandbox, for Prometheus',
  answer: namedAnswer('Metrics', z.string().describe("Metrics in Prometheus' text format.")),
  media: ['text/plain'],
  async handle({ metrics }) {
    const type = 'text/plain; version=0.0.4; charset=utf-8'
    return { body: null, file: { type, bytes: Buffer.from(await metrics()) } }
  },
})
