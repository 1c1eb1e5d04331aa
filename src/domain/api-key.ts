/** What a key is, in words. */
export const keyForm = 'test_ and 1 to 250 visible ASCII characters'

/** True for an API key that can open a business (D2). */
export function isTestKey(text: string): boolean {
  return /^test_[\x21-\x7e]{1,250}$/.test(text)
}
