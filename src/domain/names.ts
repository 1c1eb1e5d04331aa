import { deriveFraction, type Origin } from './derived-ids.ts'

/** Loads the library of names, which takes 20 ms: no start waits for it. */
export const loadNames = () => import('@faker-js/faker/locale/en_NG')

/**
 * A plausible name of the person who pays into a virtual account, a Nigerian one because those accounts are: the same
 * for the same origin.
 */
export async function payerName(origin: Origin): Promise<string> {
  const { faker } = await loadNames()
  // The seed is state of the library's instance: it holds because nothing is awaited before the name is taken.
  faker.seed(Math.floor(deriveFraction(origin, 'payer-name', 0) * 2 ** 32))
  return `${faker.person.firstName()} ${faker.person.lastName()}`
}
