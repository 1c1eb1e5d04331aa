import { join } from 'node:path'
import type { Command } from 'commander'
import { packageRoot } from '../../package-root.ts'
import { ScenarioFilesError } from '../../scenarios/files/diagnostic.ts'
import { type Flow, flows, intendedFlows, type Scenario } from '../../scenarios/scenario.ts'
import { counted } from '../../text.ts'
import { print } from '../client/client-command.ts'
import { addClientOptions } from '../client/client-options.ts'
import { exitCodes } from '../exit.ts'
import { currencyNamed, majorAmount, oneOf } from '../settings/option-values.ts'
import { scenariosOption } from '../settings/setting-options.ts'
import { screenOf } from '../terminal/screen.ts'
import { notesText, planText, problemsJson, problemsText, scenarioList, scenarioText } from '../text/scenario-text.ts'
import {
  type CatalogueFlags,
  checkedFiles,
  type ScenarioView,
  scenarioNamed,
  scenariosOf,
} from './scenario-catalogue.ts'

interface Flags extends CatalogueFlags {
  readonly json?: boolean
  readonly flow?: string
  readonly grep?: string
  readonly amount?: string
  readonly currency?: string
}

const builtInDir = join(packageRoot(), 'scenarios')

export function addScenarioCommands(program: Command): void {
  const group = program
    .command('scenarios')
    .description('Check scenario files, and show scenarios: those of the files here, or of a running sandbox')
    .addHelpText('after', '\nExample:\n  $ payments-sandbox scenarios list')
  const add = (usage: string, description: string, example: string) =>
    group
      .command(usage)
      .description(description)
      .option('--json', 'print JSON')
      .addOption(scenariosOption())
      .addHelpText('after', `\nExample:\n  $ payments-sandbox scenarios ${example}`)
  const addLook = (...words: Parameters<typeof add>) =>
    addClientOptions(add(...words), 'a running sandbox to ask (default: the files here are read)')
  add('check [files...]', 'Check scenario files: every problem of every file', 'check scenarios/mine.yaml').action(
    check,
  )
  addLook('list', 'List all scenarios by flow, and how each is chosen', 'list --flow bank-payout --grep webhook')
    .option('--flow <flow>', `only scenarios meant for this flow: ${flows.join(', ')}`)
    .option('--grep <text>', 'only those whose name, number, summary or result has this text in it')
    .action(list)
  addLook('show <name>', 'Show one scenario', 'show wrong-pin').action(show)
  addLook('plan <name>', 'Show what a scenario will do, step by step', 'plan va-split --amount 5000 --currency NGN')
    .option(
      '--flow <flow>',
      'the flow to play it in (default: the first of its match, else the first it can happen to)',
    )
    .option(
      '--amount <amount>',
      'the amount of the sample (default: what its transfers and its match ask for, else 100)',
    )
    .option('--currency <code>', 'the currency of the sample (default: the usual one of the flow)')
    .action(plan)
}

async function check(files: readonly string[], flags: Flags): Promise<void> {
  const screen = screenOf(process.stdout)
  try {
    const { set, notes } = await checkedFiles(files.length > 0 ? files : flags.scenarios)
    // Notes are no problems: a program that reads JSON finds them on stderr, beside what it reads.
    const besides = flags.json ? process.stderr : process.stdout
    besides.write(notesText(await notes()))
    const ok = `${screen.paint('green', 'ok')}: ${counts(set.scenarios)}\n`
    process.stdout.write(flags.json ? problemsJson([]) : ok)
  } catch (error) {
    if (!(error instanceof ScenarioFilesError)) throw error
    process.exitCode = exitCodes.invalid
    process.stdout.write(flags.json ? problemsJson(error.diagnostics) : problemsText(error.diagnostics, screen))
  }
}

function counts(scenarios: readonly Scenario[]): string {
  const own = scenarios.filter(({ source }) => isOwn(source.file)).length
  return `${counted(own, 'scenario')} of yours, ${scenarios.length - own} built in`
}

function isOwn(file: string): boolean {
  return !file.startsWith(builtInDir)
}

async function list(flags: Flags): Promise<void> {
  const flow = flags.flow === undefined ? null : flowNamed(flags.flow)
  const shown = (await scenariosOf(flags)).filter(
    (scenario) => (flow === null || intendedFlows(scenario).includes(flow)) && says(scenario, flags.grep ?? ''),
  )
  // On stderr: a program that reads the list finds an empty one.
  if (shown.length === 0) process.stderr.write('no scenario matches\n')
  print(shown, flags, scenarioList)
}

/** Whether a scenario's name, number, summary or result has the text in it, in letters of either case. */
function says({ name, match, summary, definition: { outcome } }: ScenarioView, text: string): boolean {
  const result = typeof outcome === 'object' && outcome !== null && 'failed' in outcome ? String(outcome.failed) : ''
  const about = [name, ...(match?.accountNumber ?? []), summary ?? '', result].join('\n')
  return about.toLowerCase().includes(text.toLowerCase())
}

async function show(name: string, flags: Flags): Promise<void> {
  const scenario = await scenarioNamed(name, {}, flags)
  print(scenario, flags, (_scenario, screen) => scenarioText(scenario, screen) + planText(scenario, screen))
}

async function plan(name: string, flags: Flags): Promise<void> {
  const { flow, amount, currency } = flags
  const scenario = await scenarioNamed(
    name,
    {
      flow: flow === undefined ? undefined : flowNamed(flow),
      amount: amount === undefined ? undefined : majorAmount('--amount', amount),
      currency: currency === undefined ? undefined : currencyNamed(currency),
    },
    flags,
  )
  print(scenario.forecast, flags, (_forecast, screen) => planText(scenario, screen))
}

function flowNamed(given: string): Flow {
  return oneOf(flows, given, `--flow: ${given} is not a flow`)
}
