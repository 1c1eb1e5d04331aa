import { gunzipSync } from 'node:zlib'
import { type Described, readDocument } from '../support/api-document.ts'
import { type Answer, call } from '../support/call.ts'
import { type OpenedSandbox, openSandbox, type Shop } from '../support/opened-sandbox.ts'
import { startMerchant } from '../support/start-merchant.ts'
import type { Bar } from './bar.ts'
import { callsNaming, type Ids, type Kind, makeWorld, plainCall, type RightCall, secretName } from './right-calls.ts'

/** They show that a business is there, by its key: the sandbox belongs to one person, and the page lists all. */
const showsAll = ['listBusinesses', 'showMetrics']

/**
 * Every route, called by a second business: with each kind of id of the first if it names something; also if it names
 * nothing. An id of another business and one that was never given are the same to it, and it sees no name or id that is not its
 * own. Each call is right: afterwards the first business makes it and it succeeds, or the bar proves nothing.
 */
export const strangersBar: Bar = {
  promise: 'No route shows or changes anything of another business by any kind of its ids, or shows that an id exists',
  mutations: ["the owner's key in the hands of the stranger"],
  async run(_size, mutation) {
    const sandbox = await openSandbox()
    const { url: callbackUrl } = await startMerchant()
    const operations = [...readDocument((await call(sandbox.url, '/_sandbox/openapi.json')).body).operations.values()]
    const counts = { calls: 0, 'succeed for the owner': 0, 'of them with a record': 0 }
    const kinds = new Set<string>()
    let made = 0
    const meet = async () => {
      made += 1
      const [owner, stranger] = [sandbox.shop({ callbackUrl }), sandbox.shop({ callbackUrl })]
      const ids = await makeWorld(owner, String(made))
      await makeWorldOf(stranger, made)
      return { sandbox, owner, ids, key: mutation ? owner.key : stranger.key, before: await worldOf(sandbox, owner) }
    }
    const control = async ({ owner, ids }: Meeting, naming: RightCall) => {
      const { path, ...calling } = naming
      const answer = await call(sandbox.url, path, { ...calling, key: owner.key })
      if (answer.status >= 300) throw new Error(`The owner's ${naming.method} ${path}: ${answer.status} ${answer.text}`)
      counts['succeed for the owner'] += 1
      if (ownersMarks(ids).some((mark) => answer.text.includes(mark))) counts['of them with a record'] += 1
    }
    for (const operation of operations) {
      for (const [kind, naming] of callsNaming(operation)) {
        const meeting = await meet()
        for (const [other, id] of Object.entries(meeting.ids)) {
          kinds.add(other)
          await tryId(meeting, naming, id)
          counts.calls += 2
        }
        await isUnchanged(meeting, operation)
        await control(meeting, naming(meeting.ids[kind as Kind]))
      }
      const plain = plainCall(operation, String(made))
      if (plain === null || showsAll.includes(operation.name)) continue
      const meeting = await meet()
      const { path, ...calling } = plain
      const { text } = await call(sandbox.url, path, { ...calling, key: meeting.key })
      const shown = ownersMarks(meeting.ids).filter((mark) => text.includes(mark))
      if (shown.length > 0) throw new Error(`${plain.method} ${path} shows ${shown.join(', ')} of another: ${text}`)
      counts.calls += 1
      await isUnchanged(meeting, operation)
      await control(meeting, plain)
    }
    return { routes: operations.length, 'kinds of ids': kinds.size, ...counts }
  },
}

interface Meeting {
  readonly sandbox: OpenedSandbox
  readonly owner: Shop
  readonly ids: Ids
  readonly key: string
  /** The export of the owner's world. */
  readonly before: string
}

async function tryId({ sandbox, key, ids }: Meeting, naming: (id: string) => RightCall, id: string): Promise<void> {
  const ask = async (asked: string) => {
    const { path, ...calling } = naming(asked)
    return shown(await call(sandbox.url, path, { ...calling, key }), asked)
  }
  const [answer, unknown] = [await ask(id), await ask(unlike(id))]
  const what = `${naming(id).method} ${naming(id).path}`
  const marks = ownersMarks(ids).filter((mark) => answer.includes(mark))
  if (marks.length > 0 || /^5/.test(answer)) throw new Error(`${what} shows ${marks.join(', ')}: ${answer}`)
  if (answer !== unknown) throw new Error(`${what} shows that it exists: ${answer}, for another ${unknown}`)
}

async function isUnchanged({ sandbox, owner, before }: Meeting, { method, path }: Described): Promise<void> {
  if ((await worldOf(sandbox, owner)) !== before) throw new Error(`${method} ${path} of a stranger changed the owner`)
}

/** What the answers of a stranger have not. */
function ownersMarks(ids: Ids): readonly string[] {
  return [secretName, ...Object.values(ids)]
}

/** The stranger has records too, so that its lists are not empty. */
async function makeWorldOf(stranger: Shop, made: number): Promise<void> {
  await stranger.collect({ reference: `mine-${made}` })
  await stranger.advance('3s')
}

/** An id of the same form that was never given. */
function unlike(id: string): string {
  return id.replace(/[0-9a-z](?=[^0-9a-z]*$)/i, (last) => (/\d/.test(last) ? String((Number(last) + 5) % 10) : 'q'))
}

/** An answer without the id that was asked for, and without what differs from call to call. */
function shown({ status, text }: Answer, id: string): string {
  return `${status} ${text.replaceAll(id, 'ID')}`
}

async function worldOf(sandbox: OpenedSandbox, { key }: Shop): Promise<string> {
  const answer = await sandbox.fetch(`${sandbox.url}/_sandbox/export`, { headers: { authorization: key } })
  return gunzipSync(Buffer.from(await answer.arrayBuffer())).toString('utf8')
}
