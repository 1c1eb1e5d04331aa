import { keyForm, testKey } from '../domain/api-key.ts'

/** A request without a key that the sandbox accepts (D2); `hint` says why, without echoing the key. */
export class Unauthorized extends Error {
  readonly hint: string

  constructor(hint: string) {
    super('Authentication failed due to invalid api_key')
    this.hint = hint
  }
}

/** The key of an Authorization header when it has the form of one, accepted or not. */
export function testKeyIn(authorization: string | undefined): string | null {
  return authorization !== undefined && testKey.test(authorization) ? authorization : null
}

/** The API key of an Authorization header, which carries it bare (spec 5.1). Throws `Unauthorized`. */
export function authenticate(authorization: string | undefined, accepts: (key: string) => boolean): string {
  if (authorization === undefined || authorization === '') {
    throw new Unauthorized('send your test_ key in the Authorization header, for example Authorization: test_sandbox')
  }
  if (authorization.startsWith('live_')) throw new Unauthorized('live_ keys are refused here: use a test_ key')
  if (/\s/.test(authorization))
    throw new Unauthorized('send the key alone in the Authorization header, without a scheme word such as Bearer')
  if (!testKey.test(authorization)) {
    throw new Unauthorized(`a key is ${keyForm}`)
  }
  if (!accepts(authorization))
    throw new Unauthorized('this key is not declared in the config, and `keys: declared` accepts no other')
  return authorization
}
