import { deriveFraction, type Entropy } from './derived-ids.ts'

/**
 * Makes up the name of a person: an account holder, a payer, a customer of a sample. It is the same for the same entropy, and
 * Nigerian: with the usual fallback to English the data would be a tenth of this package. The library takes 20 ms to load, so
 * no start waits for it.
 */
export async function madeUpName(entropy: Entropy): Promise<string> {
  const { Faker, en_NG } = await import('@faker-js/faker')
  const faker = new Faker({ locale: en_NG })
  faker.seed(Math.floor(deriveFraction(entropy, 'payer-name', 0) * 2 ** 32))
  return `${faker.person.firstName()} ${faker.person.lastName()}`
}
