import type { Command } from 'commander'
import type { AnswerOf } from '../../control/routes.ts'
import type { Sample } from '../../explain/sample-intent.ts'
import { ScenarioFilesError } from '../../scenarios/files/diagnostic.ts'
import { isOwnOver } from '../../scenarios/is-own.ts'
import { checkScenarioFiles } from '../../scenarios/load.ts'
import { type Flow, flows, intendedFlows } from '../../scenarios/scenario.ts'
import { meantScenario } from '../../scenarios/select/suggest-scenario.ts'
import { counted } from '../../text.ts'
import { onBusiness, print } from '../client/client-command.ts'
import { addClientOptions, type ClientFlags } from '../client/client-options.ts'
import { nextCommand } from '../client/next-command.ts'
import { environment, prefix } from '../environment.ts'
import { exitCodes, UsageError } from '../exit.ts'
import { addScenariosFrom } from '../recordings/add-scenarios-from.ts'
import { currencyNamed, majorAmount, oneOfNames } from '../settings/option-values.ts'
import { scenariosOption } from '../settings/setting-options.ts'
import { addDefaultScenario } from '../state/default-scenario.ts'
import { printableOf } from '../terminal/printable.ts'
import { screenOf } from '../terminal/screen.ts'
import { exampleText } from '../text/example-text.ts'
import { notesText, planText, problemsJson, problemsText, scenarioList, scenarioText } from '../text/scenario-text.ts'

type ScenarioView = AnswerOf<'GET /_sandbox/scenarios'>['data'][number]
type ScenarioInFull = AnswerOf<'GET /_sandbox/scenarios/{name}'>

interface Flags extends ClientFlags {
  readonly scenarios?: readonly string[]
  readonly flow?: string
  readonly grep?: string
  readonly amount?: string
  readonly currency?: string
}

export function addScenarioCommands(program: Command): void {
  const group = program
    .command('scenarios')
    .description(
      'Check scenario files, make one from a recording, show the scenarios of the files in this folder or of a running sandbox, and set the default',
    )
    .addHelpText('after', exampleText('scenarios list'))
  const add = (usage: string, example: string) =>
    group
      .command(usage)
      .option('--json', 'print JSON')
      .addOption(scenariosOption())
      .addHelpText('after', exampleText(`scenarios ${example}`))
  const addLook = (usage: string, example: string) =>
    addClientOptions(add(usage, example), 'a running sandbox to ask (default: the files here are read)')
  add('check [files...]', 'check scenarios/mine.yaml')
    .description('Check scenario files: every problem of every file')
    .action(check)
  addLook('list', 'list --flow bank-payout --grep webhook')
    .description('List all scenarios by flow, and how each is chosen')
    .option('--flow <flow>', `only scenarios meant for this flow: ${flows.join(', ')}`)
    .option(
      '--grep <text>',
      'only those whose name, number, summary or result (name, code or text) has this text in it',
    )
    .action(list)
  addLook('show <name>', 'show wrong-pin').description('Show one scenario').action(show)
  addLook('plan <name>', 'plan va-split --amount 5000 --currency NGN')
    .description('Show what a scenario will do, step by step')
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
  addDefaultScenario(group)
  addScenariosFrom(group)
}

async function check(files: readonly string[], flags: Flags): Promise<void> {
  const screen = screenOf(process.stdout)
  try {
    const { set, isOwn, notes } = await checkedFiles(files.length > 0 ? files : flags.scenarios)
    // Notes are not problems: a program that reads JSON finds them on stderr, beside what it reads.
    const besides = flags.json ? process.stderr : process.stdout
    besides.write(notesText(await notes()))
    const own = set.scenarios.filter(isOwn).length
    const counts = `${counted(own, 'scenario')} of yours, ${set.scenarios.length - own} built in`
    process.stdout.write(flags.json ? problemsJson([]) : `${screen.paint('green', 'ok')}: ${counts}\n`)
  } catch (error) {
    if (!(error instanceof ScenarioFilesError)) throw error
    process.exitCode = exitCodes.invalid
    process.stdout.write(flags.json ? problemsJson(error.diagnostics) : problemsText(error.diagnostics, screen))
  }
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

function says({ name, match, summary, result }: ScenarioView, text: string): boolean {
  const about = [name, ...(match?.accountNumber ?? []), summary ?? '', ...Object.values(result ?? {})].join('\n')
  return about.toLowerCase().includes(text.toLowerCase())
}

async function show(name: string, flags: Flags): Promise<void> {
  const scenario = await scenarioNamed(name, {}, flags)
  print(scenario, flags, (safe, screen) => scenarioText(safe, screen) + planText(safe, screen))
}

async function plan(name: string, flags: Flags): Promise<void> {
  const { flow, amount, currency } = flags
  const sample = {
    flow: flow === undefined ? undefined : flowNamed(flow),
    amount: amount === undefined ? undefined : majorAmount('--amount', amount),
    currency: currency === undefined ? undefined : currencyNamed(currency),
  }
  const scenario = await scenarioNamed(name, sample, flags)
  print(scenario.mix ?? scenario.forecast, flags, (_forecast, screen) => planText(printableOf(scenario), screen))
}

function flowNamed(given: string): Flow {
  return oneOfNames(flows, given, `--flow: ${given} is not a flow`)
}

async function scenariosOf(flags: Flags): Promise<readonly ScenarioView[]> {
  if (flags.url !== undefined) return (await onBusiness(flags, ({ call }) => call('GET /_sandbox/scenarios'))).data
  const { set, isOwn } = await checkedFiles(flags.scenarios)
  const { viewScenario } = await import('../../explain/scenario-view.ts')
  sayWhere()
  return set.scenarios.map((scenario) => viewScenario(scenario, set, isOwn(scenario)))
}

/** A scenario with its forecast for a sample. Throws a `UsageError` if either is impossible. */
async function scenarioNamed(name: string, sample: Sample, flags: Flags): Promise<ScenarioInFull> {
  if (flags.url !== undefined) {
    return onBusiness(flags, ({ call }) => call('GET /_sandbox/scenarios/{name}', { name, ...sample }))
  }
  const { set, isOwn } = await checkedFiles(flags.scenarios)
  const { scenarios } = set
  const found = scenarios.find((scenario) => scenario.name === name)
  if (found === undefined) {
    const hint = meantScenario(name, scenarios) ?? `${nextCommand(flags, { do: 'list-scenarios' })} shows all`
    throw new UsageError(`There is no scenario ${name} in the files here; ${hint}`)
  }
  const { ImpossibleSample } = await import('../../explain/sample-intent.ts')
  const { viewScenario } = await import('../../explain/scenario-view.ts')
  const { scenarioYaml } = await import('../../scenarios/files/scenario-yaml.ts')
  try {
    const full = { ...viewScenario(found, set, isOwn(found), sample), yaml: await scenarioYaml(found) }
    sayWhere()
    return full
  } catch (cause) {
    throw cause instanceof ImpossibleSample ? new UsageError(cause.message) : cause
  }
}

/** Checks the named files, or else those of the usual places, over the built-in ones. */
async function checkedFiles(given: readonly string[] | undefined) {
  const { readShipped } = await import('../../sandbox/shipped.ts')
  const { scenarios } = await readShipped()
  const paths = given ?? environment[`${prefix}SCENARIOS`]?.split(',')
  const checked = await checkScenarioFiles({ paths: paths ?? 'scenarios', strict: paths !== undefined }, scenarios)
  return { ...checked, isOwn: isOwnOver(scenarios) }
}

/** On stderr: it is not part of the answer. */
function sayWhere(): void {
  process.stderr.write('Read from files in this folder; --url asks a running sandbox\n')
}
