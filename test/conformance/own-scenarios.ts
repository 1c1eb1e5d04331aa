import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { resultNames } from '../../src/catalogue/results.ts'
import { failureStatuses, refusalNames } from './scenario-statuses.ts'

export async function writeScenarios(): Promise<string> {
  const settling = resultNames.map((name) => `  settle-${name}: { ${whatSettles(name)} }`)
  const refusing = refusalNames.map((name) => `  refuse-${name}: { respond: { error: ${name} } }`)
  const failing = failureStatuses.map((status) => `  fail-${status}: { respond: { httpStatus: ${status} } }`)
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'))
  await writeFile(
    join(folder, 'all.yaml'),
    ['version: 1', 'scenarios:', ...settling, ...refusing, ...failing, ''].join('\n'),
  )
  return folder
}

/** An OTP that is not submitted fails without an action. */
function whatSettles(name: string): string {
  if (name === 'otp_failed') return 'otp: { expires: 1s }, outcome: { failed: otp_failed }'
  return `after: 1s, outcome: ${name === 'approved' ? 'approved' : `{ failed: ${name} }`}`
}
