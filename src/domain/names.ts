import { deriveFraction, type Origin } from './derived-ids.ts'

/**
 * A plausible name of the person who pays into a virtual account, a Nigerian one because those accounts are: the same
 * for the same origin. The library of names takes 20 ms to load, so the first transfer that needs one pays for it.
 */
export async function payerName(origin: Origin): Promise<string> {
  const { faker } = await import('@faker-js/faker/locale/en_NG')
  // The seed is state of the library's instance: it holds because nothing is awaited before the name is taken.
  faker.seed(Math.floor(deriveFraction(origin, 'payer-name', 0) * 2 ** 32))
  return `${faker.person.firstName()} ${faker.person.lastName()}`
}
