import { type ChildProcess, spawn } from 'node:child_process'
import { jsonIn } from '../../domain/json.ts'
import type { Asked } from './ask-address.ts'
import { longestAnswerMs, NotChecked, reasonOf, tooLong } from './not-checked.ts'
import { environmentIn, type ShellCommand, shellCommand, type Values } from './shell-command.ts'
import { mostBytes, openingOf } from './start-of.ts'
import { within } from './within.ts'

const isWindows = process.platform === 'win32'

/** Ends the command's group once the input of its shell ends: with the shell, or with this process. */
const guard = isWindows
  ? ''
  : `exec 3<&0 </dev/null
{ read -r _ <&3; kill -KILL "-$$"; } >/dev/null 2>&1 &
exec 3<&-
`

/** Runs a command that prints the answer as one JSON value. Throws a `NotChecked`. */
export async function askCommand(template: string, name: string, value: string, others: Values = {}): Promise<Asked> {
  const what = `the probe's command for ${value}`
  const values = { ...environmentIn(template, process.env), ...others, [name]: value }
  const printed = await outputOf(shellCommand(template, values, isWindows), what)
  const text = printed.trim()
  // Programs print nothing for no row, and a list for one row.
  const answer = text === '' ? null : jsonIn(text)
  if (answer === undefined) throw new NotChecked(`${what} prints no JSON: ${openingOf(text)}`)
  const rows = Array.isArray(answer) ? answer : [answer]
  return { row: rows.length > 1 ? answer : (rows[0] ?? null), text, what }
}

async function outputOf({ command, env }: ShellCommand, what: string): Promise<string> {
  const child = spawn(guard + command, {
    shell: true,
    // A group of its own, so that all of it can be ended. On Windows it would open a window.
    detached: !isWindows,
    windowsHide: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  try {
    return await within(longestAnswerMs, (signal) => endOf(child, what, signal))
  } catch (error) {
    end(child)
    if (error instanceof NotChecked) throw error
    throw new NotChecked(`${what} cannot be asked (${reasonOf(error)})`, true)
  }
}

function endOf(child: ChildProcess, what: string, signal: AbortSignal): Promise<string> {
  const out: Buffer[] = []
  let bytes = 0
  let complaint = ''
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
    child.once('error', reject)
    child.stdout?.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > mostBytes) reject(tooLong(what))
      else out.push(chunk)
    })
    child.stderr?.on('data', (chunk: Buffer) => {
      complaint = `${complaint}${chunk}`.slice(0, 200)
    })
    child.once('close', (code) => {
      if (code === 0) resolve(Buffer.concat(out).toString())
      // 126 and 127: there is no such program, or it cannot be run.
      else
        reject(
          new NotChecked(`${what} ended with exit code ${code}: ${complaint.trim()}`, code === 126 || code === 127),
        )
    })
  })
}

/** Ends the command with everything that it has started. */
function end(child: ChildProcess): void {
  try {
    if (isWindows || child.pid === undefined) child.kill('SIGKILL')
    else process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}
