/** Settings that earlier versions had, and what to do about each. */
export const removedSettings: Readonly<Record<string, string>> = {
  signatureScheme:
    'was removed, because webhooks are signed in one way only (D34); leave it out, and use signatureHeader and webhookSecret',
}
