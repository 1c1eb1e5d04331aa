import { type ClientFlags, clientOf, keyOf } from './client-options.ts'

interface Summary {
  readonly key: string
  readonly transactions: number
}

/** When the business a command acted on is empty and another is not, says on stderr which: a forgotten --key. */
export async function tellBusier(flags: ClientFlags): Promise<void> {
  const businesses = (await clientOf(flags).get('/_sandbox/businesses')) as readonly Summary[]
  const busy = businesses.filter(({ transactions }) => transactions > 0).map(({ key }) => key)
  const key = keyOf(flags)
  if (busy.length === 0 || busy.includes(key)) return
  const shown = busy.slice(0, 5).join(', ') + (busy.length > 5 ? ' and others' : '')
  process.stderr.write(`${key} has no transactions; ${shown} has some: name a business with --key\n`)
}
