import { execFileSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isRunning } from '../../../src/cli/child/is-running.ts'
import { askCommand } from '../../../src/judge/books/ask-command.ts'
import { shellCommand } from '../../../src/judge/books/shell-command.ts'
import { folderWith } from '../../support/cli.ts'
import { until } from '../../support/until.ts'

/** What a command prints when a reference is put into it. */
function printed(template: string, reference: string): string {
  const { command, env } = shellCommand(template, { reference }, false)
  return execFileSync('/bin/sh', ['-c', command], { env: { ...process.env, ...env } }).toString()
}

/** What a shell, or another language, would take for more than text. */
const references = [
  'order-1',
  'two words',
  '-rf *',
  '$(touch ran)',
  '`touch ran`',
  "'; touch ran; '",
  '"; touch ran; "',
  `'"; touch ran; "'`,
  '; touch ran',
  '& touch ran &',
  '| touch ran',
  '> ran',
  '$HOME $(id) !! ~ # % {reference} $PROBE_REFERENCE',
  'back\\slash\\',
  'it\'s "quoted"',
  'line\nbreak; touch ran',
  'ünïcödé',
]

test.each(references)('nothing of %j is run, bare, in single or in double quotes', (reference) => {
  const before = readdirSync('.')
  expect(
    printed(`printf '<%s>' {reference} '{reference}' "{reference}" a'b'"c {reference}"\\"{reference}`, reference),
  ).toBe(`<${reference}><${reference}><${reference}><abc ${reference}"${reference}>`)
  expect(printed(`printf %s "$PROBE_REFERENCE"`, reference)).toBe(reference)
  expect(readdirSync('.')).toEqual(before)
})

test('inside the quotes of another language quotes are doubled, as SQL asks for', () => {
  const sql = (reference: string) =>
    printed(`printf %s "select * from orders where reference = '{reference}'"`, reference)
  expect(sql('order-1')).toBe("select * from orders where reference = 'order-1'")
  expect(sql("x' or '1'='1")).toBe("select * from orders where reference = 'x'' or ''1''=''1'")
  expect(() => sql('x\\')).toThrow('write a command that reads PROBE_REFERENCE from its environment')
  expect(printed(`printf %s 'select "{reference}"'`, 'a"b')).toBe('select "a""b"')
  expect(printed(`printf %s "select \\"{reference}\\""`, 'a"b')).toBe('select "a""b"')
})

test('Windows, whose shell quotes nothing, gets plain references only', () => {
  expect(shellCommand('type {reference}.json', { reference: 'order-1' }, true)).toMatchObject({
    command: 'type order-1.json',
    env: { PROBE_REFERENCE: 'order-1' },
  })
  expect(() => shellCommand('type {reference}', { reference: '&calc' }, true)).toThrow('reads PROBE_REFERENCE')
  expect(shellCommand('node probe.js', { reference: '&calc' }, true).env).toMatchObject({ PROBE_REFERENCE: '&calc' })
})

test('a variable is quoted as the reference is', async () => {
  process.env.SHOP_PASSWORD = `p'w"d $(touch ran)`
  onTestFinished(() => void delete process.env.SHOP_PASSWORD)
  const command = `printf '["%s","%s"]' {reference} "{env:SHOP_PASSWORD}" | sed 's/w"d/w\\\\"d/'`
  expect((await askCommand(command, 'reference', '{env:SHOP_PASSWORD}')).row).toEqual([
    '{env:SHOP_PASSWORD}',
    `p'w"d $(touch ran)`,
  ])
})

test('no output means no row, and a list of one row is that row', async () => {
  const row = async (command: string) => (await askCommand(command, 'reference', 'a')).row
  expect(await row('true')).toBeNull()
  expect(await row('echo null')).toBeNull()
  expect(await row("echo '[]'")).toBeNull()
  expect(await row(`echo '[{"status":"paid"}]'`)).toEqual({ status: 'paid' })
  expect(await row("echo '[1,2]'")).toEqual([1, 2])
})

test('a command that fails, or prints no JSON or too much, is not checked, with the reason', async () => {
  const ask = (command: string) => askCommand(command, 'reference', 'a')
  await expect(ask('echo no such table >&2; exit 3')).rejects.toThrow(
    "the probe's command for a ended with exit code 3: no such table",
  )
  await expect(ask('no-such-program-here')).rejects.toMatchObject({ isUnreachable: true })
  await expect(ask('echo paid')).rejects.toThrow("the probe's command for a prints no JSON: paid")
  await expect(ask('yes')).rejects.toThrow('answered more than 1 MB, and was cut off')
})

test('what a command leaves in the background ends with it', async () => {
  const { row } = await askCommand('sleep 600 & echo $!', 'reference', 'a')
  await until('the process is gone', () => (isRunning(Number(row)) ? undefined : true))
})

test('the example of the guide works as it stands, with a program in the place of sqlite3', async () => {
  const bin = folderWith({})
  writeFileSync(join(bin, 'sqlite3'), '#!/bin/sh\nprintf \'[{"sql":"%s"}]\' "$3"\n', { mode: 0o755 })
  const command = `PATH="${bin}:$PATH" sqlite3 -json shop.db "select ... '{reference}'"`
  expect((await askCommand(command, 'reference', 'order-1')).row).toEqual({ sql: "select ... 'order-1'" })
})
