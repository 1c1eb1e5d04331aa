import { deriveFraction, type Origin } from './derived-ids.ts'

/**
 * Loads the library of names, which takes 20 ms: no start waits for it. Of its data only Nigeria's: with the usual
 * fallback to English it would be a tenth of this package.
 */
export async function loadNames() {
  const { Faker, en_NG } = await import('@faker-js/faker')
  return new Faker({ locale: en_NG })
}

/**
 * A plausible name of the person who pays into a virtual account, a Nigerian one because those accounts are: the same
 * for the same origin.
 */
export async function payerName(origin: Origin): Promise<string> {
  const faker = await loadNames()
  faker.seed(Math.floor(deriveFraction(origin, 'payer-name', 0) * 2 ** 32))
  return `${faker.person.firstName()} ${faker.person.lastName()}`
}
