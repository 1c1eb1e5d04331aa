import { monotonicMs, sleep } from '../../time.ts'
import { askBooks, type BooksQuestion } from '../books/ask-books.ts'
import { judge } from '../rules/judge.ts'
import type { Ledger } from '../rules/ledger.ts'
import { mayBecomeRight, type Verdict } from '../rules/verdict.ts'

/** How long a server may usually go on working after a run, and how often it is asked, in real milliseconds. */
const usualMs = 2000
const lookMs = 25

/** Asks the merchant's books about a ledger, and again for a while about what is not right, and judges them. */
export async function checkMoney(
  ledger: Ledger,
  asked: BooksQuestion,
  patienceMs = usualMs,
): Promise<readonly Verdict[]> {
  const until = monotonicMs() + patienceMs
  let books = await askBooks(ledger, asked)
  for (let isOver = false; ; isOver = monotonicMs() >= until) {
    const verdicts = judge(ledger, books)
    const references = new Set(verdicts.filter(mayBecomeRight).flatMap((verdict) => verdict.references))
    if (references.size === 0 || isOver) return verdicts
    await sleep(lookMs)
    books = await askBooks(partOf(ledger, references), asked, books)
  }
}

function partOf({ collections, payouts }: Ledger, references: ReadonlySet<string>): Ledger {
  const isPart = ({ reference }: { readonly reference: string }) => references.has(reference)
  return { collections: collections.filter(isPart), payouts: payouts.filter(isPart) }
}
