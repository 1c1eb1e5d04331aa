import { call, creates } from './calls.mjs'

/** What is made once is made before the counted creates. They are so few that the log is not copied to the database meanwhile. */
const before = 50
const counted = 300

/**
 * Creates collections on a new sandbox, one after the other over one connection. Resolves with how much the figure that
 * `read` returns grew per create: a count, which no load on the machine changes.
 */
export async function perCreate(server, read) {
  await create(server, 0, before)
  const first = read()
  await create(server, before, counted)
  return (read() - first) / counted
}

/** Creates `count` collections; `from` is the number of their first reference. */
export async function create(server, from, count) {
  const { paths, body } = creates()
  for (let n = from; n < from + count; n++) await call(server, paths[0], JSON.parse(body.replace('{n}', String(n))))
}
