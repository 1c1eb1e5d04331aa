import { expect, test } from 'vitest'
import { checkScenarioFiles } from '../../../src/scenarios/load.ts'
import { folderWith } from '../../support/cli.ts'
import { runInProcess } from '../../support/in-process.ts'
import { folderOf, shipped } from '../scenario-folders.ts'

async function notesOn(mine: string): Promise<readonly string[]> {
  const paths = await folderOf({ 'my.yaml': `version: 1\nscenarios:\n  mine: ${mine}` })
  const { notes } = await checkScenarioFiles({ paths, strict: true }, shipped)
  return (await notes()).map(({ line, column, path, message }) => `${line}:${column} ${path}: ${message}`)
}

test.each([
  '{ match: { flow: mobile-money } }',
  '{ match: { network: MTN } }',
  '{ match: { flow: virtual-account, network: "058" } }',
  '{ match: { currency: GHS } }',
  '{ match: { accountNumber: "*" } }',
  '{ match: { accountNumber: "*0009*" } }',
  '{ match: { reference: "*" } }',
])('a rule that takes magic numbers with it is noted: %s', async (mine) => {
  expect(await notesOn(mine)).toEqual([
    expect.stringMatching(
      /^3:11 scenarios\.mine\.match: overrides the magic numbers 0009\d\dx, 0009\d\dx( and \d+ more)?; narrow it by accountNumber or reference if you need them$/,
    ),
  ])
})

test('a first transfer that is taken for the whole payment is noted', async () => {
  expect(await notesOn('{ transfers: [{ pay: "60%", after: 5s }, { pay: "40%", after: 9s }] }')).toEqual([
    '3:11 scenarios.mine.transfers: the first transfer is taken for the whole payment, unless the setting partialPayments says otherwise; write partialPayments: hold if the payment waits for the rest',
  ])
})

test.each([
  '{ partialPayments: hold, transfers: [{ pay: "60%", after: 5s }, { pay: "40%", after: 9s }] }',
  '{ partialPayments: accept, transfers: [{ pay: "60%", after: 5s }, { pay: "40%", after: 9s }] }',
  '{ transfers: [{ pay: "100%", after: 5s }, { pay: "100%", after: 9s }] }',
  '{ transfers: [{ pay: "60%", after: 5s }] }',
  '{ expires: 4s, transfers: [{ pay: "60%", after: 5s }, { pay: "40%", after: 9s }] }',
  '{ match: { accountNumber: "*000911?" } }',
  '{ match: { accountNumber: "024*" } }',
  '{ match: { reference: "order-*" } }',
  '{ match: { network: MTN, amount: { gt: 1000 } } }',
  '{ match: { flow: mobile-money, reason: "*at once*" } }',
])('nothing is noted of %s', async (mine) => {
  expect(await notesOn(mine)).toEqual([])
})

test('a number whose scenario a file replaces is not hidden', async () => {
  const mine = '{ match: { flow: bank-payout, accountNumber: ["*000934?", "*000935?"] } }'
  expect(await notesOn(mine)).toHaveLength(1)
  expect(await notesOn(`${mine}\n  slow-approval: { after: 1m }`)).toEqual([])
})

test('check prints notes with their place and code frame, and they stop nothing', async () => {
  const yaml = 'version: 1\nscenarios:\n  mine: { match: { flow: virtual-account }, outcome: approved }\n'
  const cwd = folderWith({ 'scenarios/mine.yaml': yaml })
  const { code, stdout, stderr } = await runInProcess(['scenarios', 'check'], { cwd })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(
    /^scenarios\/mine\.yaml:3:11 {2}note: {2}scenarios\.mine\.match: overrides the magic numbers .*\n {2}1 \| version: 1\n {2}2 \| scenarios:\n> 3 \| {3}mine: .*\n {4}\| {11}\^\n.*\n\nok: 1 scenario of yours, \d+ built in\n$/,
  )
  const json = await runInProcess(['scenarios', 'check', '--json'], { cwd })
  expect(JSON.parse(json.stdout)).toEqual({ problems: [] })
  expect([json.code, json.stderr]).toEqual([0, expect.stringContaining('note: ')])
})
