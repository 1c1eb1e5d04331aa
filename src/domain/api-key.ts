export const keyForm = 'test_ and 1 to 250 visible ASCII characters'

/** Names every business in place of a key, where that is possible. */
export const everyBusiness = 'all'

/** An API key that can open a business (D2). */
export const testKey = /^test_[\x21-\x7e]{1,250}$/
