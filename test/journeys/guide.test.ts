import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { run } from '../support/cli.ts'

interface Described {
  readonly name: string
  readonly usage: string | null
  readonly exitCodes: readonly number[]
  readonly options: readonly { readonly flags: string }[]
}

test('commands --json describes every command that help --all lists, with every option of its help', async () => {
  const { code, stdout } = await run(['commands', '--json'])
  expect(code).toBe(0)
  const { commands, exitCodes } = JSON.parse(stdout) as { commands: Described[]; exitCodes: Record<string, string> }
  const help = (await run(['help', '--all'])).stdout
  const listed = [...help.matchAll(/^ {2}([a-z][a-z-]*)(?: |$)/gm)].map(([, name = '']) => name)
  const names = commands.map(({ name }) => name)
  expect(names.filter((name) => !name.includes(' ')).toSorted()).toEqual(
    listed.filter((name) => name !== 'help' && name !== 'payments-sandbox').toSorted(),
  )
  expect(Object.keys(exitCodes)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8'])
  for (const name of ['exec', 'wait', 'scenarios plan', 'webhooks send']) {
    const own = (await run([...name.split(' '), '--help'])).stdout.replaceAll(/\s+/g, ' ')
    const { usage, options } = commands.find((one) => one.name === name) ?? { usage: '', options: [] }
    expect(own).toContain(`Usage: ${usage}`)
    for (const { flags } of options) expect(own).toContain(flags)
  }
})

test('guide lists the pages and prints one as it is in the package; another name is refused with the nearest', async () => {
  const { stdout } = await run(['guide', '--json'])
  expect(JSON.parse(stdout)).toContainEqual({ name: 'webhooks', title: 'Webhooks and signatures' })
  const page = await run(['guide', 'webhooks'])
  const file = join(import.meta.dirname, '..', '..', 'docs', 'webhooks.md')
  expect([page.code, page.stdout]).toEqual([0, readFileSync(file, 'utf8')])
  expect((await run(['guide', 'reference/cli'])).stdout).toMatch(/^# Commands\n/)
  expect((await run(['guide', 'docs/webhooks.md'])).stdout).toBe(page.stdout)
  expect(await run(['guide', 'webhoks'])).toMatchObject({
    code: 2,
    stderr: 'guide webhoks: there is no such page; did you mean webhooks?\n',
  })
  expect(await run(['guide', 'verify'])).toMatchObject({
    code: 2,
    stderr: 'guide verify: there is no such page; did you mean verify-signatures?\n',
  })
  expect((await run(['guide', 'xyzzy'])).stderr).toContain('write one of architecture, audit, base-url, ci, cli, ')
})
