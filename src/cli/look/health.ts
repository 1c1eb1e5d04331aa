import type { Command } from 'commander'
import { ControlFailure, NotRunning } from '../../control-client/failure.ts'
import { monotonicMs, sleep } from '../../time.ts'
import { addClientCommand, print } from '../client/client-command.ts'
import { type ClientFlags, clientOf } from '../client/client-options.ts'
import { exitCodes, failWith, UsageError } from '../exit.ts'
import { durationOf } from '../settings/option-values.ts'

interface HealthFlags extends ClientFlags {
  readonly wait?: string
  /** A data folder; true: the usual one. */
  readonly check?: string | true
}

const lookMs = 100
const dayMs = 86_400_000

/** How long one question may take at least, in milliseconds, however little of --wait is left. */
const patienceMs = 1000

export function addHealth(program: Command): void {
  addClientCommand(program, 'health', 'health --wait 30s')
    .description('Check whether the sandbox is ready: exit 0 when it is, 6 when it is not or does not answer')
    .option('--wait <duration>', 'wait up to this long for it, in real time')
    .option('--check [folder]', 'read the whole database of a data folder, whose sandbox is stopped, and report damage')
    .action(async (flags: HealthFlags) => {
      if (flags.check !== undefined) return checkFolder(flags.check, flags)
      const { url } = clientOf(flags)
      try {
        print(await readiness(flags), flags, ({ warning }, { paint }) => {
          const also = warning === undefined ? '' : `${paint('yellow', 'warning')}: ${warning}\n`
          return `${paint('green', 'ok')}: ${url} is ready\n${also}`
        })
      } catch (error) {
        failWith(error, flags.json)
        if (isNotReady(error)) process.exitCode = exitCodes.notRunning
      }
    })
}

async function checkFolder(named: string | true, flags: ClientFlags): Promise<void> {
  const { resolveConfig } = await import('../settings/resolve-config.ts')
  const { checkDatabase } = await import('../../sandbox/check-database.ts')
  const { data } = await resolveConfig(named === true ? {} : { data: named })
  if (!checkDatabase(data)) throw new UsageError(`${data} has no sandbox.db: name the data folder of a stopped sandbox`)
  print({ data }, flags, () => `ok: ${data} has no damage\n`)
}

/** Asks until the sandbox is ready or the time is up; what cannot become ready, such as another program, is refused at once. */
async function readiness({ wait, ...flags }: HealthFlags) {
  if (wait === undefined) return clientOf(flags).call('GET /_sandbox/health/ready')
  const longestMs = durationOf('--wait', wait)
  if (longestMs > dayMs) throw new UsageError(`--wait ${wait}: is longer than a day; write at most 24h`)
  const until = monotonicMs() + longestMs
  for (;;) {
    try {
      const silentMs = Math.max(until - monotonicMs(), patienceMs)
      return await clientOf(flags, silentMs).call('GET /_sandbox/health/ready')
    } catch (error) {
      if (!isNotReady(error) || monotonicMs() >= until) throw error
    }
    await sleep(lookMs)
  }
}

/** True too if it is up: its database has gone away, or it is to stop soon. */
function isNotReady(error: unknown): boolean {
  if (error instanceof NotRunning) return true
  return error instanceof ControlFailure && (error.code === 'conflict' || error.code === 'draining')
}
