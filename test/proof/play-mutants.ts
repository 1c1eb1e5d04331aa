// `npm run mutants`: each fault of mutants.ts in a copy of this folder, against the short form of its bar. Prints a line for each
// and writes the chapter `mutants` of docs/proof.md. With names of mutants, or parts of them, it plays these only and writes nothing.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Mutant, mutants } from './mutants.ts'

const root = join(import.meta.dirname, '..', '..')
/** They run the built program. */
const onDist = ['kills', 'writes', 'power']
const linked = ['node_modules', '.git', 'docs', 'examples', 'bench', 'skills', 'deploy']
const mostSeconds = 300

interface Played extends Mutant {
  readonly isCaught: boolean
  readonly says: string
  readonly seconds: number
}

const copy = mkdtempSync(join(tmpdir(), 'payments-sandbox-mutants-'))
process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130))
for (const name of readdirSync(root)) {
  if (linked.includes(name)) symlinkSync(join(root, name), join(copy, name))
  else cpSync(join(root, name), join(copy, name), { recursive: true })
}

mutants.forEach(requireText)
const asked = process.argv.slice(2)
const wanted = mutants.filter(
  ({ name, bar }) => asked.length === 0 || asked.some((one) => one === bar || name.includes(one)),
)
if (wanted.length === 0) throw new Error(`No mutant is named ${asked.join(' or ')}`)
for (const bar of new Set(wanted.map((one) => one.bar))) {
  const { isCaught, says } = play(bar)
  if (isCaught) throw new Error(`The bar ${bar} fails without a fault: ${says}`)
}
const all = wanted.map(playMutant)
const caught = all.filter(({ isCaught }) => isCaught)
say(`${caught.length} of ${all.length} caught`)
if (asked.length === 0) writePage(all)
process.exitCode = caught.length === all.length ? 0 : 1

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function requireText({ name, file, find }: Mutant): void {
  const places = readFileSync(join(root, 'src', file), 'utf8').split(find).length - 1
  if (places !== 1) throw new Error(`${name}: ${file} has the text ${places} times: ${find}`)
}

function playMutant(mutant: Mutant): Played {
  const { name, bar, file, find, replace } = mutant
  const path = join(copy, 'src', file)
  const before = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    before.replace(find, () => replace),
  )
  const begun = Date.now()
  if (onDist.includes(bar)) build()
  const played = play(bar)
  writeFileSync(path, before)
  const seconds = Math.round((Date.now() - begun) / 1000)
  say(`${played.isCaught ? 'caught    ' : 'NOT CAUGHT'} ${bar.padEnd(9)} ${name} (${seconds} s): ${played.says}`)
  return { ...mutant, ...played, seconds }
}

/** The program alone: the page and the types are as they were. */
function build(): void {
  const script = "import { build } from 'tsdown'; await build({ logLevel: 'error', dts: false, clean: false })"
  const { status, stderr } = run([process.execPath, '--input-type=module', '-e', script])
  if (status !== 0) throw new Error(`A mutant does not build: ${stderr}`)
}

function play(bar: string): { readonly isCaught: boolean; readonly says: string } {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const file = 'test/proof/proof.deep.test.ts'
  const { status, stdout, stderr, signal } = run([
    process.execPath,
    vitest,
    'run',
    '--project',
    'deep',
    file,
    '-t',
    `^${bar}: `,
    '--testTimeout',
    '280000',
  ])
  if (signal !== null) return { isCaught: false, says: `not over after ${mostSeconds} s` }
  if (!/Tests .*(?:passed|failed)/.test(stdout)) throw new Error(`The bar ${bar} was not played: ${stdout}`)
  const [, says = ''] = /^(?:\w*Error): (.*)$/m.exec(stdout + stderr) ?? []
  return { isCaught: status !== 0, says: says.slice(0, 150) }
}

function run([command = '', ...args]: readonly string[]) {
  const env = { ...process.env, NO_COLOR: '1', CI: 'true' }
  return spawnSync(command, args, {
    cwd: copy,
    env,
    encoding: 'utf8',
    timeout: mostSeconds * 1000,
    killSignal: 'SIGKILL',
  })
}

function writePage(played: readonly Played[]): void {
  const file = join(root, 'docs', 'proof.md')
  const [bars = ''] = readFileSync(file, 'utf8').split('\n## mutants\n')
  const isCaught = played.filter((one) => one.isCaught).length
  const date = new Date().toISOString().slice(0, 10)
  const minutes = Math.ceil(played.reduce((sum, { seconds }) => sum + seconds, 0) / 60)
  const lines = [
    `The short form of each bar was played against faults that were planted in \`src\`. ${isCaught} of ${played.length} were caught.`,
    `\`npm run mutants\` wrote this chapter on ${date} on Node ${process.version}, in ${minutes} minutes.`,
    '',
    '| bar | fault | caught |',
    '|---|---|---|',
    ...played.map(({ bar, name, isCaught }) => `| ${bar} | ${name} | ${isCaught ? 'yes' : '**no**'} |`),
  ]
  writeFileSync(file, `${bars.trimEnd()}\n\n## mutants\n\n${lines.join('\n')}\n`)
}
