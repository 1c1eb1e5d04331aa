/** Returns the business to show first: the last one if it still has transactions, or else the usual one, or the one with most. */
export function chooseBusiness(
  businesses: readonly { readonly key: string; readonly transactions: number }[],
  last: string | null,
): string {
  const filled = businesses.filter(({ transactions }) => transactions > 0)
  const familiar = filled.find(({ key }) => key === last) ?? filled.find(({ key }) => key === usualKey)
  const [most] = filled.toSorted((one, other) => other.transactions - one.transactions)
  return familiar?.key ?? most?.key ?? usualKey
}

/** The business of calls that name none. */
const usualKey = 'test_sandbox'
