import { constants } from 'node:os'
import type { Config } from '../../config.ts'
import { meantInstead } from '../../domain/did-you-mean.ts'
import { type ChangeName, changeNames } from '../../judge/explore/changes.ts'
import type { RunOutcome, SearchOptions } from '../../judge/explore/exploration.ts'
import {
  ExplorationInterrupted,
  ExplorationUnfinished,
  type OneKind,
  PlainFailure,
  ScheduleFailure,
  TimeUp,
  WebhooksRefused,
  type WrongMoney,
} from '../../judge/explore/failures.ts'
import { testNamed, usualFolder } from '../../judge/explore/saved-schedules.ts'
import type { Schedule } from '../../judge/explore/schedule.ts'
import { ScheduledRun } from '../../judge/explore/scheduled-run.ts'
import { Search } from '../../judge/explore/search.ts'
import { printable } from '../../text.ts'
import { monotonicMs } from '../../time.ts'
import { commandEnvironment } from '../child/command-environment.ts'
import { lastOutput } from '../child/last-output.ts'
import { runChild } from '../child/run-child.ts'
import { makeRunFolder, removeRunFolder } from '../child/run-folder.ts'
import { exitCodes, UsageError } from '../exit.ts'
import { ownSettings, startOwn } from '../run/own-sandbox.ts'
import { endSignals, onSignals } from '../run/signals.ts'
import { durationOf } from '../settings/option-values.ts'
import type { Flags } from '../settings/resolve-config.ts'
import { exitCodeOf } from './exec-verdict.ts'
import { jsonOutput, textOutput } from './exploration-output.ts'
import { failureLine } from './failure-line.ts'

export interface ExploreFlags extends Flags {
  readonly env?: readonly string[]
  readonly runs?: number
  readonly time?: string
  readonly only?: string
  readonly found?: string
  readonly partial?: boolean
  readonly keepGoing?: boolean
  readonly port?: number
  readonly json?: boolean
}

class CommandFailed extends Error implements OneKind {
  readonly code: number
  readonly output: string
  /** The line may differ from run to run. */
  readonly kind: string

  constructor(code: number, output: string) {
    super(failureLine(output, code) ?? `the command ended with exit code ${code}`)
    this.code = code
    this.output = output
    this.kind = `exit code ${code}`
  }
}

export async function runExploration(command: readonly string[], flags: ExploreFlags): Promise<void> {
  const { env = [], runs, time, only, found, partial, keepGoing, json = false, ...settings } = flags
  const environmentFor = commandEnvironment(env, ['folder'])
  const { config } = await ownSettings(settings)
  const stopped = new AbortController()
  const limits = searchLimits({ runs, time, only, found, partial, keepGoing })
  const test = testNamed(command.join('\0'))
  const options = { ...limits, seed: config.seed ?? 1, test, signal: stopped.signal }
  const endsAt = options.timeMs === null ? null : monotonicMs() + options.timeMs
  let codeOfSignal = 0
  const stopListening = onSignals(endSignals, (signal) => {
    codeOfSignal = 128 + constants.signals[signal]
    stopped.abort()
  })
  const output = json ? jsonOutput() : textOutput()
  const played = {
    command,
    environmentFor,
    config,
    forward: output.forward,
    notChecked: new Map<string, string>(),
    endsAt,
  }
  const play = (schedule: Schedule) => playRun(played, schedule)
  try {
    const search = new Search(play, options, output)
    output.clean(await search.run())
    for (const why of played.notChecked.values()) process.stderr.write(`not checked: ${printable(why)}\n`)
    process.exitCode = exitCodes.ok
  } catch (error) {
    if (error instanceof ScheduleFailure || error instanceof WebhooksRefused) {
      process.exitCode = exitCodes.expectations
    } else if (error instanceof ExplorationUnfinished) process.exitCode = exitCodes.unfinished
    else if (error instanceof ExplorationInterrupted) process.exitCode = codeOfSignal
    else if (error instanceof PlainFailure)
      process.exitCode = error.cause instanceof CommandFailed ? error.cause.code : exitCodes.expectations
    else throw error
    output.failed(error)
  } finally {
    stopListening()
  }
  // Nothing that the command left open keeps this process alive.
  process.exit()
}

type Limits = 'runs' | 'time' | 'only' | 'found' | 'partial' | 'keepGoing'

function searchLimits({
  runs,
  time,
  only,
  found = usualFolder,
  partial = false,
  keepGoing = false,
}: { readonly [K in Limits]: ExploreFlags[K] | undefined }): Omit<SearchOptions, 'seed' | 'test' | 'signal'> {
  const timeMs = time === undefined ? null : durationOf('--time', time)
  return {
    runs: runs ?? null,
    timeMs,
    only: only?.split(',').map(changeNamed) ?? null,
    found,
    partial,
    keepGoing,
  }
}

interface RunTools {
  readonly command: readonly string[]
  readonly environmentFor: ReturnType<typeof commandEnvironment>
  readonly config: Config
  readonly forward: (chunk: Buffer) => void
  /** Why there was no verdict about some money: a sentence for each kind of reason in the whole search. */
  readonly notChecked: Map<string, string>
  /** When a command that has not ended is stopped. */
  readonly endsAt: number | null
}

async function playRun(
  { command, environmentFor, config, forward, notChecked, endsAt }: RunTools,
  schedule: Schedule,
): Promise<RunOutcome> {
  const scheduled = new ScheduledRun()
  scheduled.play(schedule)
  const { sandbox, access } = await startOwn(config, scheduled, 'explore')
  const folder = await makeRunFolder()
  try {
    const printed = lastOutput()
    const print = (chunk: Buffer) => {
      forward(chunk)
      printed.add(chunk)
    }
    let wrongMoney = Promise.resolve<WrongMoney | null>(null)
    // A server that the command left running is asked before it is ended.
    let isEarly = false
    const whenOver = async () => {
      isEarly = scheduled.testEnded({ isJudgedAtEnd: config.probe !== null })
      await scheduled.runUntilIdle()
      wrongMoney = scheduled.moneyFailure()
      await Promise.allSettled([wrongMoney])
    }
    const ended = await runChild(command, environmentFor({ ...access, folder }), {
      print,
      whenOver,
      endsAt,
    })
    if (ended.isLate) throw new TimeUp()
    const code = exitCodeOf(ended, [])
    const cause = code === 0 || isEarly ? await wrongMoney : new CommandFailed(code, printed.text())
    for (const [because, why] of scheduled.notChecked) notChecked.set(because, why)
    return scheduled.outcome(cause && { message: cause.message, cause })
  } finally {
    await sandbox.close()
    await removeRunFolder(folder)
  }
}

function changeNamed(name: string): ChangeName {
  const found = changeNames.find((known) => known === name.trim())
  if (found !== undefined) return found
  throw new UsageError(`--only ${name}: there is no such change; ${meantInstead(name, changeNames)}`)
}
