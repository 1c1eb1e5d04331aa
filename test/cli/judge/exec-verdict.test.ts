import { expect, test } from 'vitest'
import { shortcomings } from '../../../src/cli/judge/exec-verdict.ts'
import type { Level } from '../../../src/report/finding-rule.ts'
import type { Report } from '../../../src/report/report.ts'

function reportWith(levels: readonly Level[], unused: number): Report {
  return {
    ok: unused === 0,
    expectations: [],
    unjudged: [],
    unused: Array.from({ length: unused }, () => ({ business: 'test_shop', use: 'otp', remaining: 1 })),
    findings: levels.map((level) => ({
      level,
      rule: 'slow-webhook-answer',
      business: 'test_shop',
      transactionId: null,
      evidence: 'it took long',
      section: 'D29',
    })),
    situations: [],
  }
}

test.each([
  [reportWith(['error'], 1), 'error', ['1 queued scenario was never used', '1 finding is of level error']],
  [reportWith(['error', 'warning'], 0), 'warning', ['2 findings are of level error or warning']],
  [
    reportWith(['info', 'info'], 2),
    'info',
    ['2 queued scenarios were never used', '2 findings are of level error or warning or info'],
  ],
  [reportWith(['info'], 0), 'warning', []],
] as const)('one is reported as one, several as several (%#)', (report, failOn, reasons) => {
  expect(shortcomings(report, { failOn })).toEqual(reasons)
})
