import { Command, Help } from 'commander'
import { packageVersion } from '../package-root.ts'
import { exitMeanings } from './exit.ts'
import { explainMistakes, throwMistakes } from './mistyped.ts'
import { exampleText } from './text/example-text.ts'

type Add = (program: Command) => void

const groups: Readonly<Record<string, Readonly<Record<string, () => Promise<Add>>>>> = {
  'Run:': {
    start: async () => (await import('./run/start.ts')).addStart,
    stop: async () => (await import('./run/stop.ts')).addStop,
    exec: async () => (await import('./judge/exec.ts')).addExec,
    explore: async () => (await import('./judge/explore.ts')).addExplore,
    audit: async () => (await import('./judge/audit.ts')).addAudit,
    compare: async () => (await import('./recordings/compare.ts')).addCompare,
    demo: async () => (await import('./judge/demo.ts')).addDemo,
    mcp: async () => (await import('./mcp/mcp.ts')).addMcp,
    listen: async () => (await import('./listen/listen.ts')).addListen,
    record: async () => (await import('./recordings/record.ts')).addRecord,
    init: async () => (await import('./run/init.ts')).addInit,
  },
  'Act as the customer or the provider:': {
    'collect payout': async () => (await import('./act/create-commands.ts')).addCreateCommands,
    'approve decline ignore expire fail pin otp pay': async () =>
      (await import('./act/act-commands.ts')).addActCommands,
  },
  'Time and state:': {
    'advance run-until-idle freeze resume reset': async () =>
      (await import('./state/clock-commands.ts')).addClockCommands,
    'snapshot restore prune': async () => (await import('./state/snapshot-commands.ts')).addSnapshotCommands,
    'export import seal unseal slot backup': async () => (await import('./state/world-commands.ts')).addWorldCommands,
    replay: async () => (await import('./state/replay.ts')).addReplay,
    wallet: async () => (await import('./state/wallet.ts')).addWallet,
  },
  'Look inside:': {
    transactions: async () => (await import('./look/transactions.ts')).addTransactions,
    webhooks: async () => (await import('./look/webhooks.ts')).addWebhooks,
    wait: async () => (await import('./look/wait.ts')).addWait,
    status: async () => (await import('./look/status.ts')).addStatus,
    open: async () => (await import('./look/open.ts')).addOpen,
    tail: async () => (await import('./look/tail.ts')).addTail,
    report: async () => (await import('./look/report.ts')).addReport,
    health: async () => (await import('./look/health.ts')).addHealth,
    explain: async () => (await import('./look/explain.ts')).addExplain,
    guide: async () => (await import('./look/guide.ts')).addGuide,
    commands: async () => (await import('./look/commands.ts')).addCommandsOf(() => createProgram()),
    config: async () => (await import('./settings/config-command.ts')).addConfig,
    help: async () => (await import('./look/commands.ts')).addHelpOf((flags) => createProgram('', flags)),
  },
  'Scenarios:': {
    scenarios: async () => (await import('./look/scenario-commands.ts')).addScenarioCommands,
    use: async () => (await import('./state/use.ts')).addUse,
  },
}

/** The commands of every day. `help --all` shows the others too. */
const everyday: ReadonlySet<string> = new Set(
  [
    'start stop exec explore audit demo listen init',
    'collect payout approve decline pin otp pay',
    'advance reset',
    'transactions webhooks wait status open tail report explain help',
    'scenarios use',
  ].flatMap((names) => names.split(' ')),
)

const exitLines = Object.entries(exitMeanings).map(([code, meaning]) => `\n  ${code}  ${meaning}`)

/**
 * The command line that begins with a word: its command, or where it is none, as for the help, all of them. With `json`
 * a mistake in it is a `UsageError`, and Commander prints none. Its help lists the commands of every day, or `all`.
 */
export async function createProgram(word = '', { json = false, all = false } = {}): Promise<Command> {
  const program = new Command('payments-sandbox')
    .description(
      'The test mode of a payments service on your own machine: every scenario on demand, time under your control.',
    )
    .version(packageVersion())
    .exitOverride()
    .helpCommand(false)
    .configureHelp({
      showGlobalOptions: true,
      formatHelp(command, help) {
        // Here alone: a mistyped name is compared with those of all commands.
        if (command.parent === null && !all) help.visibleCommands = everydayOf
        return Help.prototype.formatHelp.call(help, command, help)
      },
    })
    .addHelpText('after', all ? '' : '\npayments-sandbox help --all lists every command.')
    .addHelpText('after', `\nExit codes:${exitLines.join('')}`)
    .addHelpText('after', exampleText('start --callback-url http://localhost:3000/webhooks'))
  const files = Object.entries(groups).flatMap(([title, group]) =>
    Object.entries(group).map(([names, load]) => ({ title, names: names.split(' '), load })),
  )
  const typed = files.filter(({ names }) => names.includes(word))
  for (const { title, load } of typed.length > 0 ? typed : files) {
    program.commandsGroup(title)
    const add = await load()
    add(program)
  }
  if (json) throwMistakes(program)
  explainMistakes(program)
  return program
}

function everydayOf({ commands }: Command): Command[] {
  return commands.filter((command) => everyday.has(command.name()))
}
