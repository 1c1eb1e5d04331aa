import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { StorageFailure } from '../../src/domain/refused.ts'
import { call } from '../support/call.ts'
import { runInProcess } from '../support/in-process.ts'
import { openSandbox, type Shop, shopOf } from '../support/opened-sandbox.ts'
import { openStore, temporaryFolder } from '../support/opened-store.ts'

const backUp = (shop: Shop, file: string) => shop.post('/_sandbox/backup', { file })
const references = async (shop: Shop): Promise<string[]> =>
  (await shop.get('/_sandbox/transactions?limit=1000')).body.data.map(
    (one: { reference_business: string }) => one.reference_business,
  )

/** Opens a backup as the way back is documented: as sandbox.db in an empty folder. */
async function opened(file: string) {
  const data = temporaryFolder()
  copyFileSync(file, join(data, 'sandbox.db'))
  return openSandbox({ data })
}

test('a backup under load opens with --data, and has all that was answered before it and whole transactions after', async () => {
  const data = temporaryFolder()
  const sandbox = await openSandbox({ data })
  const shop = sandbox.shop()
  await Promise.all(Array.from({ length: 300 }, (_, n) => shop.collect({ reference: `before-${n}` })))
  const file = join(data, 'backups', 'backup.db')
  const meanwhile: string[] = []
  const writing = backUp(shop, file)
  const creating = Array.from({ length: 100 }, async (_, n) => {
    await shop.collect({ reference: `meanwhile-${n}` })
    meanwhile.push(`meanwhile-${n}`)
  })
  const { status, body } = await writing
  await Promise.all(creating)
  expect({ status, file: body.file }).toEqual({ status: 200, file })
  const copy = await opened(file)
  const got = await references(shopOf(copy.url, shop.key))
  expect(got).toEqual(expect.arrayContaining(Array.from({ length: 300 }, (_, n) => `before-${n}`)))
  for (const reference of got.filter((one) => !one.startsWith('before-'))) expect(meanwhile).toContain(reference)
  const advanced = await call(copy.url, '/_sandbox/clock/advance', { key: shop.key, body: { by: '1m' } })
  expect(advanced.status).toBe(200)
  expect((await call(copy.url, '/_sandbox/status', { key: shop.key })).body.transactions.COMPLETED).toBe(got.length)
})

test('a sandbox in memory can be backed up, by the command', async () => {
  const sandbox = await openSandbox()
  await call(sandbox.url, '/_sandbox/wallets/GHS', { key: 'test_sandbox', method: 'PUT', body: { balance: 7 } })
  const file = join(temporaryFolder(), 'backup.db')
  const written = await runInProcess(['backup', file, '--url', sandbox.url])
  expect(written).toMatchObject({ code: 0, stdout: expect.stringMatching(/^backed up to \S+backup\.db, \d+ KB\n$/) })
  const copy = await opened(file)
  expect((await call(copy.url, '/_sandbox/wallets', { key: 'test_sandbox' })).body[0]).toMatchObject({ balance: 7 })
})

test('what a backup may not become is refused, and nothing is written', async () => {
  const folder = temporaryFolder()
  const shop = (await openSandbox({ data: folder, backupTo: folder })).shop()
  const before = readdirSync(folder)
  const file = join(folder, 'there.db')
  writeFileSync(file, 'mine')
  symlinkSync(join(folder, 'nowhere'), join(folder, 'link.db'))
  const ownName = expect.stringMatching(/ exists already, | is a name of the database itself$/)
  const oddName = 'The name of the backup has half a surrogate pair or a NUL character'
  const refusals = [
    [file, 409, `${file} exists already, and a backup overwrites nothing`],
    ...['sandbox.db', 'link.db'].map((name) => {
      return [join(folder, name), 409, `${join(folder, name)} exists already, and a backup overwrites nothing`] as const
    }),
    ...['a\0.db', 'a\ud800.db'].map((odd) => [join(folder, odd), 409, oddName] as const),
    ...['sandbox.db-journal', 'sandbox.db-wal', 'SANDBOX.DB-journal'].map(
      (own) => [join(folder, own), 409, ownName] as const,
    ),
    [join(folder, 'no', 'b.db'), 400, `Backups are written to ${folder}, not to ${join(folder, 'no', 'b.db')}`],
    [`${folder}/no/../../b.db`, 400, expect.stringContaining(`Backups are written to ${folder}, not to `)],
    [
      join(folder, 'n'.repeat(300)),
      409,
      expect.stringMatching(/^Cannot write the backup .*: ENAMETOOLONG: name too long/),
    ],
    ['b.db', 400, expect.stringMatching(/^file: is not an absolute path on the disk of the server; write for example/)],
  ] as const
  for (const [name, status, message] of refusals) {
    expect(await backUp(shop, name)).toMatchObject({ status, body: { error: { message } } })
  }
  expect(readdirSync(folder).sort()).toEqual([...before, 'link.db', 'there.db'].sort())
})

test('HTTP writes backups to one folder, through no link; the command of the same user names any path', async () => {
  const data = temporaryFolder()
  const elsewhere = temporaryFolder()
  const { url, shop } = await openSandbox({ data })
  const file = join(elsewhere, 'backup.db')
  const home = join(data, 'backups')
  expect(await backUp(shop(), file)).toMatchObject({
    status: 400,
    body: { error: { code: 'invalid', message: `Backups are written to ${home}, not to ${file}` } },
  })
  symlinkSync(elsewhere, home)
  expect(await backUp(shop(), join(home, 'backup.db'))).toMatchObject({
    status: 409,
    body: { error: { message: `Cannot write the backup ${join(home, 'backup.db')}: its folder is a link` } },
  })
  symlinkSync(data, `${file}.claim`)
  expect(await backUp(shop(), file)).toMatchObject({ status: 400 })
  expect(readdirSync(elsewhere)).toEqual(['backup.db.claim'])
  rmSync(`${file}.claim`)
  writeFileSync(`${file}.claim`, 'of the user')
  expect(await runInProcess(['backup', file, '--url', url])).toMatchObject({ code: 2 })
  expect(readFileSync(`${file}.claim`, 'utf8')).toBe('of the user')
  rmSync(`${file}.claim`)
  expect(await runInProcess(['backup', file, '--url', url])).toMatchObject({ code: 0, stderr: '' })
  expect(readdirSync(elsewhere)).toEqual(['backup.db'])
  expect(await runInProcess(['backup', join(elsewhere, 'no', 'b.db'), '--url', url])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('start with --backup-to to name another folder'),
  })
})

test('a sandbox in memory has no folder for backups, unless one was named', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'backup.db')
  const message = 'A sandbox in memory has no folder for backups'
  expect(await backUp((await openSandbox()).shop(), file)).toMatchObject({ status: 400, body: { error: { message } } })
  expect(await backUp((await openSandbox({ backupTo: folder })).shop(), file)).toMatchObject({ status: 200 })
})

test('what a killed backup left is taken over by the next one to that name', async () => {
  const folder = temporaryFolder()
  const shop = (await openSandbox({ data: temporaryFolder(), backupTo: folder })).shop()
  for (const left of ['killed.db.part', 'killed.db.part-journal']) writeFileSync(join(folder, left), 'half')
  expect(await backUp(shop, join(folder, 'killed.db'))).toMatchObject({ status: 200 })
  expect(readdirSync(folder)).toEqual(['killed.db'])
})

test('what has the name of a copy under way is not written through, and a folder of that name is refused', async () => {
  const data = temporaryFolder()
  const folder = temporaryFolder()
  const shop = (await openSandbox({ data, backupTo: folder })).shop()
  symlinkSync(join(data, 'sandbox.db-journal'), join(folder, 'linked.db.part'))
  mkdirSync(join(folder, 'folder.db.part'))
  expect(await backUp(shop, join(folder, 'linked.db'))).toMatchObject({ status: 200 })
  expect(await backUp(shop, join(folder, 'folder.db'))).toMatchObject({
    status: 409,
    body: { error: { message: expect.stringContaining('folder.db.part') } },
  })
  expect(await backUp(shop, join(folder, 'next.db'))).toMatchObject({ status: 200 })
  expect(readdirSync(folder)).toEqual(['folder.db.part', 'linked.db', 'next.db'])
  expect(readdirSync(data)).not.toContain('sandbox.db-journal')
})

test('one backup at a time; one that the stop of its sandbox ends leaves no file', async () => {
  const store = openStore({ folder: temporaryFolder() })
  const folder = temporaryFolder()
  const first = store.backup(join(folder, 'first.db')).catch((cause) => cause)
  await expect(store.backup(join(folder, 'second.db'))).rejects.toMatchObject({ facts: { is: 'under-way' } })
  store.close()
  expect(readdirSync(folder)).toEqual([])
  expect(await first).toBeInstanceOf(StorageFailure)
  expect(readdirSync(folder)).toEqual([])
})
