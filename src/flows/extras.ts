import type { Extras } from '../domain/transaction.ts'

/** The fields of a body that are kept and shown by the control API only (D40). */
export function extrasOf({ paylinkId, merchantName, email, failureCallbackURL }: Extras): Extras {
  return {
    ...(paylinkId === undefined ? {} : { paylinkId }),
    ...(merchantName === undefined ? {} : { merchantName }),
    ...(email === undefined ? {} : { email }),
    ...(failureCallbackURL === undefined ? {} : { failureCallbackURL }),
  }
}
