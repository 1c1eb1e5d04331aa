/** Replaces what is in base64 in a text, such as the name and password of basic authentication, if `change` changes it. */
export function inBase64(text: string, change: (plain: string) => string): string {
  return text.replace(/[\w+/-]{8,}={0,2}/g, (coded) => {
    const plain = Buffer.from(coded, 'base64').toString('latin1')
    const changed = change(plain)
    return changed === plain ? coded : Buffer.from(changed, 'latin1').toString('base64')
  })
}
