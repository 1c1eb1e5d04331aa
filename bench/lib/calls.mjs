/** The business that the rows use. */
export const key = 'test_bench'

/**
 * Collections for `load` to create; `{n}` is replaced so that every reference is new. `changes` are fields of the body
 * that differ.
 */
export function creates(changes = {}) {
  const body = {
    amount: 10.5,
    currency: 'GHS',
    network: 'MTN',
    accountName: 'Ama Mensah',
    accountNumber: '0241234567',
    reason: 'benchmark',
    reference: 'bench-{n}',
    ...changes,
  }
  return { paths: ['/collections/mobilemoney'], body: JSON.stringify(body) }
}

/** One call to a server: a POST when it has a body. Throws unless the reply is a success. */
export async function call({ url }, path, body, authorization = key) {
  const headers = { authorization, 'content-type': 'application/json' }
  const method = body === undefined ? 'GET' : 'POST'
  const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

/** Creates so many collections one by one; their ids. */
export async function createOneByOne(server, count) {
  const { paths, body } = creates()
  const ids = []
  for (let n = 0; n < count; n++) {
    const { id } = await call(server, paths[0], JSON.parse(body.replace('{n}', `single-${n}`)))
    ids.push(id)
  }
  return ids
}
