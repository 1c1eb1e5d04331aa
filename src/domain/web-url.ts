/**
 * A text as an http or https address; null if it is not one. Not by `URL.canParse`: on Node 20 that turns false for
 * addresses with letters such as ü, once it has been asked a few thousand times.
 */
export function webUrl(text: string): URL | null {
  if (!/^https?:\/\//i.test(text)) return null
  try {
    return new URL(text)
  } catch {
    return null
  }
}

/** Path of the sandbox's own receiver, the only path of the sandbox that webhooks may reach. */
export const receiverPath = '/_sandbox/receiver'

/** True for an address of the sandbox's own receiver. */
export function isReceiver(url: string): boolean {
  return webUrl(url)?.pathname === receiverPath
}
