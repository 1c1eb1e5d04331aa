import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { createProgram } from '../../src/cli/program.ts'
import { runInProcess } from '../support/in-process.ts'

interface Help {
  readonly name: string
  readonly text: string
}

function helpOf(command: Command, before = ''): readonly Help[] {
  const name = `${before}${command.name()}`
  let text = ''
  command.configureOutput({
    writeOut: (part) => {
      text += part
    },
  })
  command.outputHelp()
  const below = command.commands.flatMap((child) => helpOf(child, `${name} `))
  return [{ name, text }, ...below]
}

const all = helpOf(await createProgram())

test('only the typed command is loaded, with the same help as among all', async () => {
  for (const { name, text } of all.filter(({ name }) => name.split(' ').length === 2)) {
    const [, word = ''] = name.split(' ')
    const alone = helpOf(await createProgram(word))
    expect(alone.find((help) => help.name === name)?.text).toBe(text)
    expect(alone.length).toBeLessThan(all.length)
  }
})

test('there is a command for each row of the design', () => {
  const names =
    'start exec listen init approve decline ignore expire fail pin otp pay advance run-until-idle freeze resume reset replay snapshot restore prune wallet use'
  const looks = 'status tail report health explain config scenarios transactions webhooks collect payout open'
  for (const name of `${names} ${looks}`.split(' ')) {
    expect(all.map((help) => help.name)).toContain(`payments-sandbox ${name}`)
  }
})

test.each(all)('the help of $name ends with an example of it', ({ name, text }) => {
  const [, example = ''] = text.split('\nExample:\n')
  expect(example).toMatch(new RegExp(`^ {2}\\$ ${name}(?: .*)?\n`))
})

test.each(all.filter(({ text }) => text.includes('--url')))(
  '$name can be shown where the sandbox is, and prints JSON',
  ({ text }) => {
    for (const option of ['--url <url>', '--key <key>', '--token <secret>', '--json']) expect(text).toContain(option)
  },
)

test('a group shows the options of its default command', () => {
  const text = all.find(({ name }) => name === 'payments-sandbox webhooks')?.text
  for (const option of ['--status <status>', '--reference <reference>', '--since <duration>', '--limit <number>'])
    expect(text).toContain(`  ${option} `)
})

test('the commands stand in groups', () => {
  const titles = all[0]?.text.match(/^[A-Z][\w ]+:$/gm)
  expect(titles).toEqual([
    'Options:',
    'Run:',
    'Act as the customer or the provider:',
    'Time and state:',
    'Look inside:',
    'Scenarios:',
    'Exit codes:',
    'Example:',
  ])
})

test('the help lists the commands of every day, help --all every command', async () => {
  const listed = async (args: readonly string[]) => {
    const { stdout } = await runInProcess(args)
    const names = [...stdout.matchAll(/^ {2}([a-z][a-z-]*)(?: |$)/gm)].flatMap(([, name]) => name ?? [])
    return names.filter((name) => name !== 'payments-sandbox')
  }
  const [everyday, every] = [await listed(['--help']), await listed(['help', '--all'])]
  expect(every).toEqual((await createProgram()).commands.map((command) => command.name()))
  expect(everyday.length).toBeGreaterThanOrEqual(20)
  expect(everyday.length).toBeLessThanOrEqual(28)
  expect(every).toEqual(expect.arrayContaining(everyday))
  for (const name of 'export import backup seal unseal slot prune commands config'.split(' ')) {
    expect([everyday.includes(name), every.includes(name)]).toEqual([false, true])
  }
  expect((await runInProcess(['--help'])).stdout).toContain('payments-sandbox help --all lists every command.')
})

test('help --json has the command that is named, with those below it', async () => {
  const namesOf = async (words: readonly string[]) => {
    const { code, stdout } = await runInProcess(['help', ...words, '--json'])
    expect(code).toBe(0)
    return JSON.parse(stdout).commands.map(({ name }: { readonly name: string }) => name)
  }
  expect(await namesOf(['scenarios', 'plan'])).toEqual(['scenarios plan'])
  expect(await namesOf(['webhooks'])).toEqual(['webhooks', 'webhooks list', 'webhooks show', 'webhooks send'])
  expect((await namesOf([])).length).toBeGreaterThan(40)
  const { stdout, stderr } = await runInProcess(['help', 'scenarois', '--json'])
  expect([stdout, JSON.parse(stderr).error.message]).toEqual([
    '',
    expect.stringContaining("unknown command 'scenarois'"),
  ])
})
