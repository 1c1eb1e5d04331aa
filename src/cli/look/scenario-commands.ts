import { join } from 'node:path'
import type { Command } from 'commander'
import type { Sample } from '../../explain/sample-intent.ts'
import { packageRoot } from '../../package-root.ts'
import { ScenarioFilesError } from '../../scenarios/files/diagnostic.ts'
import { checkScenarioFiles } from '../../scenarios/load.ts'
import { type Flow, flows, intendedFlows, type Scenario, type ScenarioSet } from '../../scenarios/scenario.ts'
import { meantScenario } from '../../scenarios/select/suggest-scenario.ts'
import { counted } from '../../text.ts'
import { nextCommand } from '../client/next-command.ts'
import { environment, prefix } from '../environment.ts'
import { exitCodes, UsageError } from '../exit.ts'
import { currencyNamed, majorAmount, oneOf } from '../settings/option-values.ts'
import { addScenariosOption } from '../settings/setting-options.ts'
import { jsonText } from '../terminal/printable.ts'
import { screenOf } from '../terminal/screen.ts'
import { notesText, planText, problemsJson, problemsText, scenarioList, scenarioText } from '../text/scenario-text.ts'

interface Flags {
  readonly scenarios?: readonly string[]
  readonly json?: boolean
  readonly flow?: string
  readonly grep?: string
  readonly amount?: string
  readonly currency?: string
}

const builtInDir = join(packageRoot(), 'scenarios')

/** `payments-sandbox scenarios check`, `list`, `show` and `plan`: none of them needs a running sandbox. */
export function addScenarioCommands(program: Command): void {
  const group = program
    .command('scenarios')
    .description('Work with scenario files, without a running sandbox')
    .addHelpText('after', '\nExample:\n  $ payments-sandbox scenarios list')
  const add = (usage: string, description: string, example: string) =>
    addScenariosOption(group.command(usage))
      .description(description)
      .option('--json', 'print JSON')
      .addHelpText('after', `\nExample:\n  $ payments-sandbox scenarios ${example}`)
  add('check [files...]', 'Check scenario files: every problem of every file', 'check scenarios/mine.yaml').action(
    check,
  )
  add('list', 'List all scenarios by flow, and how each is chosen', 'list --flow bank-payout --grep webhook')
    .option('--flow <flow>', `only scenarios meant for this flow: ${flows.join(', ')}`)
    .option('--grep <text>', 'only those whose name, number, summary or result has this text in it')
    .action(list)
  add('show <name>', 'Show one scenario', 'show wrong-pin').action(show)
  add('plan <name>', 'Show what a scenario will do, step by step', 'plan va-split --amount 5000 --currency NGN')
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
    const { set, notes } = await checked(files.length > 0 ? files : flags.scenarios)
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
  const flow = flags.flow === undefined ? null : flowNamed(flags.flow, flows)
  const { scenarios } = await load(flags.scenarios)
  const shown = scenarios.filter(
    (scenario) => (flow === null || intendedFlows(scenario).includes(flow)) && says(scenario, flags.grep ?? ''),
  )
  // On stderr: a program that reads the list finds an empty one.
  if (shown.length === 0) process.stderr.write('no scenario matches\n')
  if (flags.json) return printJson(shown)
  process.stdout.write(scenarioList(shown, screenOf(process.stdout)))
}

/** Whether a scenario's name, number, summary or result has the text in it, in letters of either case. */
function says({ name, match, summary, outcome }: Scenario, text: string): boolean {
  const result = outcome.kind === 'failed' ? outcome.result.name : ''
  const about = [name, ...(match?.accountNumber ?? []), summary ?? '', result].join('\n')
  return about.toLowerCase().includes(text.toLowerCase())
}

async function show(name: string, flags: Flags): Promise<void> {
  const scenario = await named(name, flags)
  if (flags.json) return printJson(scenario)
  process.stdout.write(scenarioText(scenario, screenOf(process.stdout)))
  await printPlan(scenario, {})
}

async function plan(name: string, flags: Flags): Promise<void> {
  const scenario = await named(name, flags)
  const { amount, currency } = flags
  const asked = {
    flow: flags.flow === undefined ? undefined : flowNamed(flags.flow, scenario.flows, name),
    amount: amount === undefined ? undefined : majorAmount('--amount', amount),
    currency: currency === undefined ? undefined : currencyNamed('--currency', currency),
  }
  await printPlan(scenario, asked, flags.json)
}

async function printPlan(scenario: Scenario, asked: Sample, asJson = false): Promise<void> {
  const { samplePlan } = await import('../../explain/sample-plan.ts')
  const { what, events } = usable(() => samplePlan(scenario, asked))
  if (asJson) return printJson(events)
  process.stdout.write(planText(what, events, screenOf(process.stdout)))
}

/** A sample that cannot be is a wrong usage. */
function usable<T>(work: () => T): T {
  try {
    return work()
  } catch (cause) {
    throw cause instanceof RangeError ? new UsageError(cause.message) : cause
  }
}

function flowNamed(given: string, possible: readonly Flow[], scenario?: string): Flow {
  const wrong = scenario === undefined ? `${given} is not a flow` : `${scenario} cannot happen to ${given}`
  return oneOf(possible, given, `--flow: ${wrong}`)
}

async function named(name: string, flags: Flags): Promise<Scenario> {
  const { scenarios } = await load(flags.scenarios)
  const found = scenarios.find((scenario) => scenario.name === name)
  if (found) return found
  const hint = meantScenario(name, scenarios) ?? `${nextCommand(flags, ['scenarios', 'list'])} shows all`
  throw new UsageError(`There is no scenario ${name}; ${hint}`)
}

async function load(given: readonly string[] | undefined): Promise<ScenarioSet> {
  return (await checked(given)).set
}

async function checked(given: readonly string[] | undefined) {
  const { readShipped } = await import('../../sandbox/shipped.ts')
  const { scenarios } = await readShipped()
  const paths = given ?? environment[`${prefix}SCENARIOS`]?.split(',')
  return checkScenarioFiles({ paths: paths ?? 'scenarios', strict: paths !== undefined }, scenarios)
}

function printJson(value: unknown): void {
  process.stdout.write(jsonText(value, 2))
}
