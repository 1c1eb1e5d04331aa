import { expect, test } from 'vitest'
import { booksLines } from '../../../src/report/books-text.ts'
import { rowsOf } from '../../support/audit-rows.ts'
import { order, probe } from '../../support/audited.ts'
import { NoSignatureCheck } from '../../support/merchants/wrong-merchants.ts'

test.each([order, order + probe])(
  'a forgery that is taken has a timeline with it, also without wrong money: %#',
  async (plan) => {
    const rows = await rowsOf(NoSignatureCheck, plan, ['no signature', 'no JSON'])
    const [taken] = rows.filter(({ verdict }) => verdict === 'FAILED')
    expect(taken).toMatchObject({ check: 'no signature', seen: expect.stringMatching(/^answered 200/) })
    expect(taken?.books && booksLines(taken.books)).toEqual([
      'IN THE LEDGER OF THE SANDBOX',
      'order-2: COMPLETED after 3s: 10.5 GHS came',
      '+0s     created, with the scenario approve',
      '+0s     the customer is asked for the PIN',
      '+0s     the create call answers INITIATED',
      '+0s     forged webhook (no signature): answered 200',
      '+3s     the customer types the PIN',
      '+3s     COMPLETED',
      '+3s     webhook attempt 1: answered 200',
    ])
    expect(rows.flatMap(({ verdict, books }) => (verdict === 'FAILED' || books === undefined ? [] : [books]))).toEqual(
      [],
    )
  },
)
