import { join } from 'node:path'
import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { createProgram } from '../../../src/cli/program.ts'
import { folderWith } from '../../support/cli.ts'
import { runInProcess } from '../../support/in-process.ts'
import { openSharedSandbox } from '../../support/opened-sandbox.ts'
import { startMerchant } from '../../support/start-merchant.ts'
import { hostile, hostileServer } from './hostile-answers.ts'

const sandbox = await openSharedSandbox({ clock: 'real' })

/** Commands that run a program or a server, or print no answer of a sandbox. Tests of their own show what they print. */
const others =
  'start exec explore audit compare demo listen record mcp init guide commands help config open slot stop tail'.split(
    ' ',
  )

/** What each command is called with; `order-1` is a collection, `account-1` an account, FOLDER a folder. */
const calls: Readonly<Record<string, readonly string[]>> = {
  approve: ['approve order-2', 'approve nothing'],
  decline: ['decline order-3', 'decline order-1'],
  ignore: ['ignore order-4'],
  expire: ['expire order-5'],
  fail: ['fail order-6 wrong_pin'],
  pin: ['pin 0241234567 1111'],
  otp: ['otp 0241234567'],
  pay: ['pay account-1 5 --sender Ama'],
  advance: ['advance 1s'],
  'run-until-idle': ['run-until-idle --limit 1m'],
  freeze: ['freeze'],
  resume: ['resume'],
  replay: ['replay order-1', 'replay --failed', 'replay nothing'],
  snapshot: ['snapshot one', 'snapshot', 'snapshot nothing --delete'],
  restore: ['restore nothing', 'restore one'],
  prune: ['prune --older-than 1h'],
  wallet: ['wallet GHS', 'wallet XXX'],
  use: ['use wrong-pin', 'use nothing', 'use --clear'],
  status: ['status'],
  report: ['report', 'report --format junit', 'report --format json', 'report --key all'],
  health: ['health'],
  explain: ['explain order-1', 'explain order-1 --html FOLDER/page.html', 'explain nothing'],
  transactions: ['transactions'],
  scenarios: [],
  'scenarios list': ['scenarios list'],
  'scenarios show': ['scenarios show wrong-pin', 'scenarios show nothing'],
  'scenarios plan': ['scenarios plan wrong-pin'],
  'scenarios default': ['scenarios default wrong-pin', 'scenarios default nothing', 'scenarios default --clear'],
  'scenarios check': [],
  'scenarios from': [],
  webhooks: ['webhooks'],
  'webhooks list': ['webhooks list'],
  'webhooks show': ['webhooks show order-1'],
  'webhooks send': ['webhooks send order-1'],
  wait: ['wait order-1 --webhook', 'wait nothing --timeout 1ms'],
  collect: ['collect --scenario wrong-pin --no-wait'],
  payout: ['payout --no-wait'],
  export: ['export FOLDER/world.gz'],
  import: ['import FOLDER/world.gz --replace'],
  seal: ['seal'],
  unseal: ['unseal', 'unseal --slots 0-9'],
  reset: ['reset'],
  backup: ['backup FOLDER/copy.db', 'backup FOLDER/no/copy.db'],
}

function namesOf(command: Command, before = ''): readonly string[] {
  return command.commands.flatMap((child) => [`${before}${child.name()}`, ...namesOf(child, `${child.name()} `)])
}

test('no command lets an answer steer the terminal or begin a line', async () => {
  const merchant = await startMerchant()
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  for (const number of [1, 2, 3, 4, 5, 6]) await shop.collect({ reference: `order-${number}` })
  await shop.generate({ reference: 'account-1' })
  await shop.post('/_sandbox/transactions/order-1/approve')
  const url = await hostileServer(sandbox.url)
  const folder = folderWith()
  const seen = new Map<string, string>()
  for (const call of Object.values(calls).flat()) {
    const args = call.replaceAll('FOLDER', folder).split(' ')
    const key = args.includes('--key') ? [] : ['--key', shop.key]
    const { stdout, stderr } = await runInProcess([...args, '--url', url, ...key], { cwd: join(folder) })
    seen.set(call, stdout + stderr)
  }
  expect(steering(seen)).toEqual([])
  expect([...seen.values()].filter((text) => /^error: /.test(text))).toEqual([])
  // Some commands name nothing of their answer.
  expect([...seen].filter(([, text]) => text.includes('EVIL')).length).toBeGreaterThan(30)
})

/** What lets a text steer the terminal, or begin a line, by call. */
function steering(seen: ReadonlyMap<string, string>): readonly string[] {
  const bad = [...seen].filter(([, text]) => /[^\P{C}\n]|[\u2028\u2029]|^\s*EVIL/mu.test(text))
  return bad.map(([call, text]) => `${call}: ${text.slice(0, 500)}`)
}

test('no command lets its own arguments steer the terminal or begin a line, nor a name of a file', async () => {
  const shop = sandbox.shop()
  await shop.collect()
  const names = namesOf(await createProgram()).filter((name) => !['exec', 'explore'].includes(name))
  const file = `world${hostile.replaceAll('/', '')}`
  const calls = [
    ...names.flatMap((name) => [
      [...name.split(' '), `--${hostile}`],
      [...name.split(' '), ...Array.from({ length: 4 }, () => hostile)],
    ]),
    ['export', file, '--url', sandbox.url, '--key', shop.key],
    ['explain', 'order-1', '--html', file, '--url', sandbox.url, '--key', shop.key],
    ['import', file, '--replace', '--url', sandbox.url, '--key', shop.key],
    ['import', file.slice(1)],
    ['compare', file],
    ['scenarios', 'check', file],
    ['scenarios', 'from', file],
  ]
  const seen = new Map<string, string>()
  const cwd = folderWith()
  for (const call of calls) {
    const { stdout, stderr } = await runInProcess(call, { cwd })
    seen.set(JSON.stringify(call), stdout + stderr)
  }
  expect(steering(seen)).toEqual([])
})

test('every command is tried, or known to have a test of its own', async () => {
  const program = await createProgram()
  const known = [...Object.keys(calls), ...others]
  expect(
    namesOf(program).filter((name) => !known.includes(name) && !others.includes(name.split(' ')[0] ?? '')),
  ).toEqual([])
})
