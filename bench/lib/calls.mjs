/** The business that the rows use. */
export const key = 'test_bench'

/** The create call that `load` sends. `{n}` is replaced by a number, so that every reference is new. */
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

/** Calls a server: by default a POST if there is a body, else a GET. Throws unless the reply is a success. */
export async function call({ url }, path, body, authorization = key, method = body === undefined ? 'GET' : 'POST') {
  const headers = { authorization, 'content-type': 'application/json' }
  const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

/** Creates collections one by one. Resolves with their ids. */
export async function createOneByOne(server, count) {
  const { paths, body } = creates()
  const ids = []
  for (let n = 0; n < count; n++) {
    const { id } = await call(server, paths[0], JSON.parse(body.replace('{n}', `single-${n}`)))
    ids.push(id)
  }
  return ids
}
