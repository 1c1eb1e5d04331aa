import { type Command, InvalidArgumentError } from 'commander'
import { isLoopback } from '../config.ts'
import { type RunningSandbox, startSandbox } from '../sandbox.ts'
import { UsageError } from './exit.ts'
import { createLog } from './log.ts'
import { portNumber } from './port-number.ts'
import { type Flags, resolveConfig } from './resolve-config.ts'
import { stopOnSignals } from './stop-on-signals.ts'

const wholeNumber = (text: string): number => {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It is not a whole number.')
  return Number(text)
}
const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value]

/** `payments-sandbox start`. */
export function addStart(program: Command): void {
  program
    .command('start')
    .description('Start the sandbox')
    .option('--port <number>', 'port to listen on; 0 takes a free one (default: 4747)', portNumber)
    .option('--host <address>', 'address to listen on; another than loopback needs --token (default: 127.0.0.1)')
    .option('--allow-host <name>', 'another Host name to answer to; can be given again', collect)
    .option('--token <secret>', 'secret that /_sandbox demands in the header x-sandbox-token')
    .option('--data <folder>', 'folder of the state, or :memory: (default: .payments-sandbox)')
    .option('--durable', 'wait for the disk at every commit')
    .option('--config <file>', 'config file (default: payments-sandbox.config.yaml, where there is one)')
    .option(
      '--scenarios <path>',
      'folder or file of your scenarios; can be given again (default: ./scenarios)',
      collect,
    )
    .option('--seed <number>', 'seed of every id and number (default: 1)', wholeNumber)
    .option('--clock <clock>', 'real, frozen, or an ISO 8601 time to freeze at (default: real)')
    .option('--mode <mode>', 'automatic, or manual: what no scenario was chosen for waits for you (default: automatic)')
    .option('--callback-url <url>', 'where webhooks go when a request names no callbackURL')
    .option('--json', 'print NDJSON; the first line tells url, port, pid, apiKey, webhookSecret and seed')
    .option('--quiet', 'print no banner and no hints')
    .addHelpText(
      'after',
      '\nExample:\n  $ payments-sandbox start --clock frozen --callback-url http://localhost:3000/webhooks',
    )
    .action(start)
}

interface StartFlags extends Flags {
  readonly json?: boolean
  readonly quiet?: boolean
}

async function start({ json = false, quiet = false, ...flags }: StartFlags): Promise<void> {
  const config = await resolveConfig(flags)
  if (!isLoopback(config.host) && config.token === null) {
    throw new UsageError(
      `--host ${config.host} lets other machines in: give --token SECRET too, which /_sandbox then demands`,
    )
  }
  const log = await createLog({ quiet })
  const sandbox = await startSandbox(config, log)
  stopOnSignals(() => sandbox.close())
  const { url, port, seed } = sandbox
  const apiKey = 'test_sandbox'
  const ready = {
    event: 'ready',
    url,
    port,
    pid: process.pid,
    apiKey,
    webhookSecret: sandbox.webhookSecret(apiKey),
    seed,
  }
  process.stdout.write(json ? `${JSON.stringify(ready)}\n` : `payments-sandbox ready on ${url}\n`)
  if (!quiet) process.stderr.write(banner(sandbox, { data: config.data, clock: config.clock, apiKey }))
}

interface Shown {
  readonly data: string
  readonly clock: string | null
  readonly apiKey: string
}

function banner({ url, seed, settings }: RunningSandbox, { data, clock, apiKey }: Shown): string {
  const rows = [
    ['base_url', url],
    ['API key', `${apiKey}, or any test_ key: each is a business of its own`],
    [
      'webhooks',
      settings(apiKey).callbackUrl ?? 'to the callbackURL of each request; give a default with --callback-url',
    ],
    ['state', data === ':memory:' ? 'in memory' : data],
    ['clock', clock ?? (data === ':memory:' ? 'real' : 'real; a stored business keeps its own')],
    ['seed', String(seed)],
  ]
  return `${rows.map(([name = '', value = '']) => `  ${name.padEnd(9)} ${value}`).join('\n')}\n  stop with Ctrl+C\n`
}
