import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/store/sqlite/file/database.ts'
import { DataFolderError } from '../../src/store/sqlite/file/errors.ts'
import { insert, openStore, referencesIn, temporaryFolder } from '../support/opened-store.ts'

/** Opens and closes a data folder; gives the seed it has. */
function seedOf(folder: string, seed: number | null = null): number {
  const opened = openDatabase({ folder, durable: false, seed })
  opened.db.close()
  return opened.seed
}

function failureOf(folder: string, seed: number | null = null): unknown {
  try {
    seedOf(folder, seed)
    return null
  } catch (cause) {
    return cause
  }
}

test('a folder is made, with all above it, and keeps itself out of version control', () => {
  const folder = join(temporaryFolder(), 'deep', 'er')
  expect(seedOf(folder)).toBe(1)
  expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('*\n')
  expect(readdirSync(folder).sort()).toEqual(['.gitignore', 'sandbox.db'])
})

test.skipIf(process.platform === 'win32')('what is stored is for the user of the sandbox alone', async () => {
  const folder = join(temporaryFolder(), 'state')
  const store = openStore({ folder })
  await store.perform('test_mine', {}, () => ({ result: null, changes: [insert('order-1')] }))
  const modes = [folder, ...readdirSync(folder).map((name) => join(folder, name))].map((path) => [
    path,
    statSync(path).mode & 0o777,
  ])
  expect(modes.length).toBeGreaterThan(3)
  expect(modes).toEqual(modes.map(([path]) => [path, path === folder ? 0o700 : 0o600]))
})

test('the .gitignore is written once, and the user’s own is left alone', () => {
  const folder = temporaryFolder()
  seedOf(folder)
  seedOf(folder)
  expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('*\n')
  const own = temporaryFolder()
  writeFileSync(join(own, '.gitignore'), 'node_modules\n')
  seedOf(own)
  expect(readFileSync(join(own, '.gitignore'), 'utf8')).toBe('node_modules\n')
})

test('a folder keeps the seed it was made with; another is refused, naming both', () => {
  const folder = temporaryFolder()
  expect(seedOf(folder, 7)).toBe(7)
  expect(seedOf(folder)).toBe(7)
  expect(seedOf(folder, 7)).toBe(7)
  const failure = failureOf(folder, 8)
  expect(failure).toBeInstanceOf(DataFolderError)
  expect(failure).toHaveProperty(
    'message',
    `The data folder ${folder} was made with --seed 7, not 8: leave --seed out, or name another folder with --data`,
  )
  expect(seedOf(folder)).toBe(7)
})

test('a folder in use is refused, new or old, until it is closed', () => {
  const folder = temporaryFolder()
  for (let round = 0; round < 2; round += 1) {
    const { db } = openDatabase({ folder, durable: false, seed: null })
    const failure = failureOf(folder)
    expect(failure).toBeInstanceOf(DataFolderError)
    expect(failure).toHaveProperty(
      'message',
      `The data folder ${folder} is in use by another payments-sandbox: stop that one, or name another folder with --data`,
    )
    db.close()
  }
  expect(seedOf(folder)).toBe(1)
})

test('a folder in use by another process is refused; one that a killed process left is not', async () => {
  const folder = temporaryFolder()
  seedOf(folder)
  const child = await holdIn(folder)
  expect(failureOf(folder)).toHaveProperty('message', expect.stringContaining('is in use by another payments-sandbox'))
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
  expect(existsSync(join(folder, 'sandbox.db-wal'))).toBe(true)
  expect(seedOf(folder)).toBe(1)
})

/** A process that holds the database as the sandbox does, with something written. */
async function holdIn(folder: string) {
  const driver = createRequire(import.meta.url).resolve('better-sqlite3')
  const script = `
    const db = new (require(${JSON.stringify(driver)}))(${JSON.stringify(join(folder, 'sandbox.db'))})
    db.pragma('locking_mode = EXCLUSIVE')
    db.pragma('journal_mode = WAL')
    db.prepare("INSERT INTO meta (name, value) VALUES ('held', 'yes')").run()
    console.log('held')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await new Promise((resolve) => child.stdout.once('data', resolve))
  return child
}

test.skipIf(process.platform === 'win32')('a data folder that is deleted does not end the sandbox', async () => {
  const folder = temporaryFolder()
  const store = openStore({ folder })
  rmSync(folder, { recursive: true })
  for (let n = 0; n < 40; n++) {
    await store.perform('test_shop', {}, () => ({ result: null, changes: [insert(`order-${n}`)] }))
  }
  expect(existsSync(folder)).toBe(false)
  store.close()
})

test('a file that is mostly empty is shrunk when it is opened again, and keeps what it holds', async () => {
  const folder = temporaryFolder()
  const sizeMb = () => statSync(join(folder, 'sandbox.db')).size / 1024 / 1024
  const store = openStore({ folder })
  await store.perform('test_shop', {}, () => ({ result: null, changes: [insert('a')] }))
  await store.takeSnapshot('test_shop', 'kept')
  store.db.exec('CREATE TABLE much AS SELECT zeroblob(50000000) AS bytes; DROP TABLE much')
  store.close()
  expect(sizeMb()).toBeGreaterThan(40)
  const { db } = openDatabase({ folder, durable: false, seed: null })
  expect([sizeMb() < 1, statSync(join(folder, 'sandbox.db-wal')).size]).toEqual([true, 0])
  db.close()
  const again = openStore({ folder })
  await again.restoreSnapshot('test_shop', 'kept')
  expect(referencesIn(again, 'test_shop')).toEqual(['a'])
})
