import { onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { openAudit } from '../../src/cli/judge/open-audit.ts'
import { parseConfig } from '../../src/config.ts'
import type { AuditRow } from '../../src/judge/audit/audit.ts'
import type { AuditPlan } from '../../src/judge/audit/plan.ts'
import { writtenProbe } from '../../src/judge/books/written-probe.ts'
import type { Merchant } from './merchants/merchant.ts'
import { serve } from './merchants/serve.ts'

const key = 'test_sandbox'

/** Audits a merchant in this process: the first row, and the named ones. Returns a text for each. */
export async function auditRows(
  Kind: typeof Merchant,
  written: string,
  only: readonly string[],
  { seen: showsSeen = false, asksWhenSeen = false } = {},
) {
  const rows = await rowsOf(Kind, written, only, { asksWhenSeen })
  return rows.map(
    ({ check, verdict, seen }) => `${check}: ${verdict}${showsSeen || verdict === 'FAILED' ? ` (${seen})` : ''}`,
  )
}

/** As `auditRows`, with everything of each row. */
export async function rowsOf(
  Kind: typeof Merchant,
  written: string,
  only: readonly string[],
  { asksWhenSeen = false } = {},
): Promise<readonly AuditRow[]> {
  let payments = ''
  const shop = await serve(
    (callbackUrl) =>
      new Kind({ fetch: (path, init) => fetch(payments + path, init), apiKey: key, secret: key, callbackUrl }),
    { asksWhenSeen },
  )
  onTestFinished(() => shop.close())
  const { probe: asked, ...plan }: AuditPlan = parse(written.replaceAll('SHOP', shop.url))
  const probe = asked === undefined ? null : writtenProbe(asked, fetch)
  const config = parseConfig({ data: ':memory:', port: 0 })
  const { audit, running } = await openAudit(plan, { config, probe, key, only })
  onTestFinished(() => running.close())
  payments = running.url
  const rows: AuditRow[] = []
  for await (const row of audit.rows()) rows.push(row)
  return rows
}
