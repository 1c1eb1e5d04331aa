import { type ClientFlags, clientOf, keyOf } from './client-options.ts'

/** When the business a command acted on is empty and another is not, says on stderr which: a forgotten --key. */
export async function warnIfEmpty(flags: ClientFlags): Promise<void> {
  const busier = await busierThan(flags)
  if (busier !== null) process.stderr.write(`${busier}\n`)
}

/** Which businesses are busy while the one of these flags is empty, and how to name one; null where it is not so. */
export async function busierThan(flags: ClientFlags): Promise<string | null> {
  const businesses = await clientOf(flags).call('GET /_sandbox/businesses')
  const busy = businesses.filter(({ transactions }) => transactions > 0).map(({ key }) => key)
  const key = keyOf(flags)
  if (busy.length === 0 || busy.includes(key)) return null
  const shown = busy.slice(0, 5).join(', ') + (busy.length > 5 ? ' and others' : '')
  return `${key} has no transactions; ${shown} ${busy.length === 1 ? 'has' : 'have'} some: name a business with --key`
}
