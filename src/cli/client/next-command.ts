import { shellWord } from '../../text.ts'

/** The options of a command that the next command needs to reach the same sandbox, business and files. Variables hold for both. */
export interface SharedFlags {
  readonly url?: string
  readonly key?: string
  readonly token?: string
  readonly scenarios?: readonly string[]
}

/** Makes the commands that go on with the same sandbox and business; its words are shown as they are typed. */
export type Next = (...words: readonly string[]) => string

/** A command to type next, such as `payments-sandbox explain order-1 --key test_shop`: pasted into a shell it works. */
export function nextCommand({ url, key, token, scenarios }: SharedFlags, words: readonly string[]): string {
  const shared = Object.entries({ url, key, token, scenarios }).flatMap(([name, value]) =>
    [value ?? []].flat().flatMap((one) => [`--${name}`, one]),
  )
  return ['payments-sandbox', ...words, ...shared].map(shellWord).join(' ')
}
