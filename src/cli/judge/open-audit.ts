import { join } from 'node:path'
import { sampleNumberFor } from '../../catalogue/sample-numbers.ts'
import type { Config } from '../../config.ts'
import { Audit } from '../../judge/audit/audit.ts'
import { filled, freshTexts, withFresh } from '../../judge/audit/filled.ts'
import { type AuditPlan, mainSubject } from '../../judge/audit/plan.ts'
import { Shop } from '../../judge/audit/shop.ts'
import type { Ask } from '../../judge/books/ask-address.ts'
import type { Probe } from '../../judge/books/probe.ts'
import { ScheduledRun } from '../../judge/explore/scheduled-run.ts'
import { packageRoot } from '../../package-root.ts'
import { signatureHeaders } from '../../webhooks/sign.ts'
import { shopProcess } from '../child/shop-process.ts'
import { startQuietly } from '../run/own-sandbox.ts'
import { variable } from './plan-variables.ts'

interface Auditing {
  readonly config: Config
  readonly probe: Probe | null
  /** The key that the shop uses. */
  readonly key: string
  /** The names of rows; null for all. */
  readonly only?: readonly string[] | null
  /** Calls the shop. */
  readonly send?: Ask
}

/** Asks the books of a plan: with its headers, and variables in place of `{env:NAME}`, which messages keep. */
export function askOf({ headers = {} }: Pick<AuditPlan, 'headers'>): Ask {
  const fresh = freshTexts()
  return (url, options) => {
    const valueFor = withFresh(variable, fresh())
    const all = new Headers(filled(headers, valueFor))
    for (const [name, value] of new Headers(options.headers)) all.set(name, filled(value, valueFor))
    return fetch(filled(url, valueFor), { ...options, headers: all })
  }
}

/** Opens the sandbox that the shop calls, and what drives both. The clock is frozen, and the audit moves it. */
export async function openAudit(plan: AuditPlan, { config, probe, key, only = null, send = fetch }: Auditing) {
  const scheduled = new ScheduledRun()
  const options = { scheduled, probe, keepsChapters: true, ending: { by: 'audit' } } as const
  // The file of what an audit needs beside the shipped scenarios.
  const scenarios = [join(packageRoot(), 'fixtures', 'audit', 'scenarios.yaml')]
  const running = await startQuietly({ ...config, clock: 'frozen', scenarios }, options)
  const address = plan[mainSubject(plan)]?.post ?? ''
  const restarted = plan.restart === undefined ? null : shopProcess(plan.restart, address)
  const { signatureHeader: header } = running.settings(key)
  const sign = (body: string, secret = running.webhookSecret(key)) => signatureHeaders({ header, secret, body })
  const { local, international } = sampleNumberFor([plan.order, plan.payout].map((one) => one?.body ?? one?.form))
  const customer: Readonly<Record<string, string>> = { accountNumber: local, local, international }
  const shop = new Shop(plan, send, (name) => customer[name] ?? variable(name))
  const audit = new Audit({ plan, shop, probe, scheduled, url: running.url, key, sign, process: restarted }, only)
  return { audit, running, restarted }
}
