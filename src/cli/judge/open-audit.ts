import { join } from 'node:path'
import { sampleNumberFor } from '../../catalogue/sample-numbers.ts'
import type { Config } from '../../config.ts'
import { Audit } from '../../judge/audit/audit.ts'
import { filled, freshTexts, withFresh } from '../../judge/audit/filled.ts'
import { type AuditPlan, mainSubject, type Subject } from '../../judge/audit/plan.ts'
import { Shop } from '../../judge/audit/shop.ts'
import type { Ask } from '../../judge/books/ask-address.ts'
import type { Probe } from '../../judge/books/probe.ts'
import type { Values } from '../../judge/books/shell-command.ts'
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

/** What stands for the one customer in a plan. */
export function customerOf({ order, payout }: Pick<AuditPlan, Subject>): Values {
  const { local, international } = sampleNumberFor([order, payout].map((one) => one?.body ?? one?.form))
  return { accountNumber: local, local, international, customer: international }
}

/** Asks the books of a plan: with its headers, and values in place of its placeholders, which messages keep. */
export function askOf(plan: Pick<AuditPlan, 'headers' | Subject>): Ask {
  const fresh = freshTexts()
  const customer = customerOf(plan)
  const { headers = {} } = plan
  return (url, options) => {
    const valueFor = withFresh((name) => customer[name] ?? variable(name), fresh())
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
  const customer = customerOf(plan)
  const shop = new Shop(plan, send, (name) => customer[name] ?? variable(name))
  const audit = new Audit({ plan, shop, probe, scheduled, url: running.url, key, sign, process: restarted }, only)
  return { audit, running, restarted }
}
