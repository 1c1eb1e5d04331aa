import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { StorageFailure } from '../../src/domain/refused.ts'
import { openDatabase } from '../../src/store/sqlite/file/database.ts'
import { DataFolderError } from '../../src/store/sqlite/file/errors.ts'
import { call } from '../support/call.ts'
import { openSandbox } from '../support/opened-sandbox.ts'
import { insert, openStore, temporaryFolder } from '../support/opened-store.ts'

const pageSize = 4096

async function filledFolder(): Promise<{ folder: string; file: string }> {
  const folder = temporaryFolder()
  const store = openStore({ folder })
  await store.perform('test_shop', {}, () => ({ result: null, changes: [insert('a')] }))
  store.close()
  return { folder, file: join(folder, 'sandbox.db') }
}

const open = (folder: string) => openDatabase({ folder, durable: false, seed: null, isChecked: true }).db.close()

function failureOf(work: () => void): Error {
  try {
    work()
  } catch (cause) {
    if (cause instanceof Error) return cause
  }
  throw new Error('it was not refused')
}

/** The bytes with one page overwritten; of the first page the header stays. */
function damagedAt(sound: Buffer, page: number): Buffer {
  const bytes = Buffer.from(sound)
  bytes.fill(0xa5, page === 0 ? 100 : page * pageSize, (page + 1) * pageSize)
  return bytes
}

test('a database with any page overwritten is refused by a check with the cure, and left as it is', async () => {
  const { folder, file } = await filledFolder()
  const sound = readFileSync(file)
  const pages = sound.length / pageSize
  expect(pages).toBeGreaterThan(20)
  for (let page = 0; page < pages; page += 1) {
    const damaged = damagedAt(sound, page)
    writeFileSync(file, damaged)
    const failure = failureOf(() => open(folder))
    expect(failure, `page ${page + 1}`).toBeInstanceOf(DataFolderError)
    expect(failure.message).toMatch(`Cannot use the data folder ${folder}: its sandbox.db is damaged (`)
    expect(failure.message).toMatch(
      ') and was left as it is; put a copy of it back, delete the folder to start over, or name another with --data',
    )
    expect(readFileSync(file).equals(damaged)).toBe(true)
  }
  writeFileSync(file, sound)
  open(folder)
})

test('with any page overwritten a sandbox is refused at its start, or answers 503 as soon as it reads the page', async () => {
  const { folder, file } = await filledFolder()
  const sound = readFileSync(file)
  for (let page = 0; page < sound.length / pageSize; page += 1) {
    const damaged = damagedAt(sound, page)
    writeFileSync(file, damaged)
    const sandbox = await openSandbox({ data: folder }).catch((cause: unknown) => cause)
    if (sandbox instanceof DataFolderError) {
      expect(sandbox.message, `page ${page + 1}`).toMatch('its sandbox.db is damaged (')
      expect(readFileSync(file).equals(damaged)).toBe(true)
      continue
    }
    if (sandbox instanceof Error) throw sandbox
    const { url, close, faults } = sandbox as Awaited<ReturnType<typeof openSandbox>>
    for (const path of ['transactions', 'webhooks', 'wallets', 'jobs', 'status']) {
      const { status } = await call(url, `/_sandbox/${path}`, { key: 'test_shop' })
      expect([200, 503], `page ${page + 1}, ${path}`).toContain(status)
    }
    await close()
    for (const { cause } of faults.splice(0)) expect(cause).toBeInstanceOf(StorageFailure)
  }
})

test.each([20_000, 5 * pageSize, 4000, 10])(
  'a database cut off after %i bytes is refused, and left so',
  async (size) => {
    const { folder, file } = await filledFolder()
    truncateSync(file, size)
    const before = readFileSync(file)
    expect(failureOf(() => open(folder)).message).toMatch('its sandbox.db is damaged (')
    expect(readFileSync(file).equals(before)).toBe(true)
  },
)

test('a damaged database that a crash left is refused, and left with its log as it is', async () => {
  const { folder: running, file } = await filledFolder()
  const store = openStore({ folder: running })
  await store.perform('test_shop', {}, () => ({ result: null, changes: [insert('b')] }))
  // What a crash leaves: the files as they are while the database is open.
  const folder = temporaryFolder()
  const left = ['sandbox.db', 'sandbox.db-wal'].map((name) => join(folder, name))
  const [database = '', log = ''] = left
  writeFileSync(log, readFileSync(`${file}-wal`))
  writeFileSync(database, damagedAt(readFileSync(file), 20))
  const before = left.map((path) => readFileSync(path))
  expect(before[1]?.length).toBeGreaterThan(0)
  expect(failureOf(() => open(folder)).message).toMatch('its sandbox.db is damaged (')
  expect(left.map((path) => readFileSync(path))).toEqual(before)
  expect(readdirSync(folder).sort()).toEqual(['.gitignore', 'sandbox.db', 'sandbox.db-wal'])
})
