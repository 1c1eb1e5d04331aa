import { join } from 'node:path'
import type { Command } from 'commander'
import { packageRoot } from '../../package-root.ts'
import { ScenarioFilesError } from '../../scenarios/files/diagnostic.ts'
import { magicNumber, type Scenario, type ScenarioSet } from '../../scenarios/scenario.ts'
import { meantScenario } from '../../scenarios/select/suggest-scenario.ts'
import { environment, prefix } from '../environment.ts'
import { exitCodes, UsageError } from '../exit.ts'
import { collect } from '../settings/option-values.ts'
import { jsonText } from '../terminal/printable.ts'
import { screenOf } from '../terminal/screen.ts'
import { tableOf } from '../terminal/table.ts'
import { planText, problemsJson, problemsText, scenarioText } from '../text/scenario-text.ts'

interface Flags {
  readonly scenarios?: readonly string[]
  readonly json?: boolean
  readonly flow?: string
}

const builtInDir = join(packageRoot(), 'scenarios')

/** `payments-sandbox scenarios check`, `list`, `show` and `plan`: none of them needs a running sandbox. */
export function addScenarioCommands(program: Command): void {
  const group = program
    .command('scenarios')
    .description('Look at scenario files, without a running sandbox')
    .addHelpText('after', '\nExample:\n  $ payments-sandbox scenarios list')
  const add = (usage: string, description: string, example: string) =>
    group
      .command(usage)
      .description(description)
      .option(
        '--scenarios <path>',
        'folder or file of your scenarios; can be given again (default: ./scenarios)',
        collect,
      )
      .addHelpText('after', `\nExample:\n  $ payments-sandbox scenarios ${example}`)
  add('check [files...]', 'Check scenario files: every problem of every file', 'check scenarios/mine.yaml')
    .option('--json', 'print JSON')
    .action(check)
  add('list', 'All scenarios and how each is chosen', 'list').option('--json', 'print JSON').action(list)
  add('show <name>', 'One scenario', 'show wrong-pin').option('--json', 'print JSON').action(show)
  add('plan <name>', 'What a scenario will do, step by step', 'plan va-split --flow virtual-account')
    .option(
      '--flow <flow>',
      'the flow to play it in (default: the first of its match, else the first it can happen to)',
    )
    .option('--json', 'print JSON')
    .action(plan)
}

async function check(files: readonly string[], flags: Flags): Promise<void> {
  const found = await load(files.length > 0 ? files : flags.scenarios).catch((error: unknown) => {
    if (!(error instanceof ScenarioFilesError)) throw error
    return error
  })
  const problems = found instanceof ScenarioFilesError ? found.diagnostics : []
  if (problems.length > 0) process.exitCode = exitCodes.invalid
  const screen = screenOf(process.stdout)
  if (flags.json) process.stdout.write(problemsJson(problems))
  else if (found instanceof ScenarioFilesError) process.stdout.write(problemsText(problems, screen))
  else process.stdout.write(`${screen.paint('green', 'ok')}: ${counts(found.scenarios)}\n`)
}

function counts(scenarios: readonly Scenario[]): string {
  const own = scenarios.filter(({ source }) => isOwn(source.file)).length
  return `${own} ${own === 1 ? 'scenario' : 'scenarios'} of yours, ${scenarios.length - own} built in`
}

function isOwn(file: string): boolean {
  return !file.startsWith(builtInDir)
}

async function list(flags: Flags): Promise<void> {
  const { scenarios } = await load(flags.scenarios)
  if (flags.json) return printJson(scenarios)
  const rows = scenarios.map((scenario) => [scenario.name, chosenBy(scenario), scenario.summary ?? ''])
  const columns = [{ title: 'name', keep: true }, { title: 'chosen by', keep: true }, { title: 'summary' }] as const
  process.stdout.write(tableOf(columns, rows, screenOf(process.stdout)))
}

async function show(name: string, flags: Flags): Promise<void> {
  const scenario = named(await load(flags.scenarios), name)
  if (flags.json) return printJson(scenario)
  process.stdout.write(scenarioText(scenario, screenOf(process.stdout)))
  await printPlan(scenario)
}

async function plan(name: string, flags: Flags): Promise<void> {
  const scenario = named(await load(flags.scenarios), name)
  const flow = scenario.flows.find((known) => known === flags.flow)
  if (flags.flow !== undefined && flow === undefined) {
    throw new UsageError(`--flow: ${name} cannot happen to ${flags.flow}; write one of ${scenario.flows.join(', ')}`)
  }
  const { samplePlan } = await import('../../explain/sample-plan.ts')
  if (flags.json) return printJson(samplePlan(scenario, flow).events)
  await printPlan(scenario, flow)
}

async function printPlan(scenario: Scenario, flow?: Scenario['flows'][number]): Promise<void> {
  const { samplePlan } = await import('../../explain/sample-plan.ts')
  const { what, events } = samplePlan(scenario, flow)
  process.stdout.write(planText(what, events, screenOf(process.stdout)))
}

function chosenBy(scenario: Scenario): string {
  const { match } = scenario
  const number = magicNumber(scenario)
  if (number !== null) return number
  return match?.reference?.[0] ?? (match === null ? '' : 'its match')
}

function named({ scenarios }: ScenarioSet, name: string): Scenario {
  const found = scenarios.find((scenario) => scenario.name === name)
  if (found) return found
  const names = scenarios.map((scenario) => scenario.name)
  const hint = meantScenario(name, names) ?? 'payments-sandbox scenarios list shows all'
  throw new UsageError(`There is no scenario ${name}; ${hint}`)
}

/** Reading YAML takes what no other command needs: it is loaded here. */
async function load(given: readonly string[] | undefined): Promise<ScenarioSet> {
  const { loadScenarios } = await import('../../scenarios/load.ts')
  const paths = given ?? environment[`${prefix}SCENARIOS`]?.split(',')
  return loadScenarios({
    builtInDir,
    userDir: paths ?? 'scenarios',
    strict: paths !== undefined,
  })
}

function printJson(value: unknown): void {
  process.stdout.write(jsonText(value, 2))
}
