import { onTestFinished } from 'vitest'
import { runCommand } from '../../src/cli/main.ts'
import { folderWith, type Place, plainEnvironment } from './cli.ts'

export interface Printed {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/**
 * Runs a command that only prints, within this process: 100 times as fast as one of its own. It borrows stdout, stderr,
 * the folder, the environment and the user of the process, so the test must do nothing else with them until it ends.
 */
export async function runInProcess(args: readonly string[], place: Place = {}): Promise<Printed> {
  const { cwd = folderWith(), env = {} } = place
  const printed = { stdout: '', stderr: '' }
  const giveBack = borrowProcess(cwd, env, printed)
  onTestFinished(giveBack)
  try {
    await runCommand(['node', 'payments-sandbox', ...args])
    return { code: Number(process.exitCode ?? 0), ...printed }
  } finally {
    giveBack()
  }
}

/** Lets the process be what the command may see and write to; the answer puts everything back, once. */
function borrowProcess(cwd: string, env: NodeJS.ProcessEnv, printed: { stdout: string; stderr: string }): () => void {
  const before = { cwd: process.cwd(), env: { ...process.env }, exitCode: process.exitCode, user: process.geteuid?.() }
  const streams = (['stdout', 'stderr'] as const).map((name) => {
    const { write } = process[name]
    process[name].write = (chunk: unknown) => {
      printed[name] += String(chunk)
      return true
    }
    return () => {
      process[name].write = write
    }
  })
  process.chdir(cwd)
  setEnvironment({ ...plainEnvironment(), ...env })
  process.exitCode = undefined
  let isBack = false
  return () => {
    if (isBack) return
    isBack = true
    for (const restore of streams) restore()
    // Before the folder: the user that the test became may not be allowed into it.
    if (before.user !== undefined) process.seteuid?.(before.user)
    process.chdir(before.cwd)
    setEnvironment(before.env)
    process.exitCode = before.exitCode
  }
}

/** In place: every reader of the environment holds the one object of the process. */
function setEnvironment(wanted: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in wanted)) delete process.env[name]
  Object.assign(process.env, wanted)
}
