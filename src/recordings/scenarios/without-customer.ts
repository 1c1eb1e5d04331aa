import type { ResultTexts } from '../read/results.ts'
import type { RecordedTransaction } from '../read/transactions.ts'
import { sightsOf } from '../read/turns.ts'
import { PersonalValues } from '../record/personal-values.ts'
import { StandIns } from '../record/stand-ins.ts'

/** Returns the texts of a result without keys, and without the customer of a transaction that ended with it. */
export function withoutCustomer(texts: ResultTexts, transaction: RecordedTransaction | null, salt: string) {
  const standIns = new StandIns(salt)
  const personal = new PersonalValues(standIns, { withShortNames: true })
  const records = transaction === null ? [] : sightsOf(transaction).map(({ record }) => record)
  for (const body of [transaction?.asked, ...records]) personal.addFrom(body)
  const masked = (text: string) => personal.outOf(text).replace(/(?:test|live)_[\w.~+-]+/g, (key) => standIns.key(key))
  return {
    ...texts,
    text: masked(texts.text),
    telcoResponse: texts.telcoResponse && masked(texts.telcoResponse),
    providerMessage: masked(texts.providerMessage),
  } satisfies ResultTexts
}
