/** The business to show first: the last one, if it is still there, else the usual one, else the one with most transactions. */
export function chooseBusiness(
  businesses: readonly { readonly key: string; readonly transactions: number }[],
  last: string | null,
): string {
  const filled = businesses.filter(({ transactions }) => transactions > 0)
  const known = filled.find(({ key }) => key === last) ?? filled.find(({ key }) => key === usualKey)
  const [most] = filled.toSorted((one, other) => other.transactions - one.transactions)
  return known?.key ?? most?.key ?? usualKey
}

/** The business of calls that name none. */
const usualKey = 'test_sandbox'
