import { parseConfig } from '../../../src/config.ts'
import { startSandbox } from '../../../src/sandbox.ts'
import { freePort } from '../../support/free-port.ts'
import type { PageBlock } from '../../support/page-blocks.ts'
import { isShownOutput } from '../../support/shown-output.ts'
import { until } from '../../support/until.ts'
import { PageStage } from './page-stage.ts'
import { yamlProblems } from './yaml-problems.ts'

/** True for `start`, `listen` and a command whose comment says so: it runs until the page ends. */
function keepsRunning({ note, text }: PageBlock): boolean {
  if (inBackground.test(text)) return false
  return note === 'keeps running' || /^(npm ci && )?(npm start|(npx )?payments-sandbox (start|listen))\b/.test(text)
}

/** A block that starts a sandbox in the background ends, and stops it. */
const inBackground = /^(npx )?payments-sandbox start\b.*&$/m

/** The languages of blocks that show the output of a command. */
const outputs: readonly string[] = ['text', 'json']

/** The languages of blocks that are run, unless they are a file. */
const programs: readonly string[] = ['js', 'ts']

/** Returns why a block cannot be played, or null if it can. */
export function refusalOf({ page, line, language, note, file }: PageBlock): string | null {
  if (note.startsWith('not run: ') || file !== null) return null
  if (language === 'sh' || language === 'yaml' || outputs.includes(language) || programs.includes(language)) return null
  return `${page}:${line}  a block in ${language || 'no language'} is neither run nor marked: write <!-- not run: REASON --> before it`
}

/**
 * Plays a page block by block, in the project of a merchant who has the package installed. Throws at the first block whose
 * result differs from the page.
 */
export async function playPage(blocks: readonly PageBlock[]): Promise<void> {
  const stage = new PageStage(await freePort(), await freePort(), await freePort())
  const startsOne = blocks.some(
    (block) => inBackground.test(block.text) || (keepsRunning(block) && /\bstart\b/.test(block.text)),
  )
  const sandbox = startsOne ? null : await startAsOnStartPage(stage)
  try {
    for (const block of blocks) await playBlock(stage, block)
  } finally {
    await stage.end()
    await sandbox?.close()
  }
}

/**
 * A page that starts no sandbox is for a reader who runs one as docs/start.md says. This one has a frozen clock, so that a
 * slow machine has the same results.
 */
function startAsOnStartPage(stage: PageStage) {
  const [url, callbackUrl] = ['http://127.0.0.1:4747', 'http://127.0.0.1:4848/webhooks'].map((text) =>
    stage.adapted(text),
  )
  const config = parseConfig({
    port: Number(new URL(url ?? '').port),
    data: ':memory:',
    clock: 'frozen',
    callbackUrl: callbackUrl ?? null,
  })
  return startSandbox(config, { fault: () => {}, hint: () => {}, problem: () => {} })
}

async function playBlock(stage: PageStage, block: PageBlock): Promise<void> {
  const { page, line, language, text, note, file } = block
  const refusal = refusalOf(block)
  if (refusal !== null) throw new Error(refusal)
  if (language === 'yaml') {
    const problems = await yamlProblems(text)
    if (problems.length > 0) throw new Error(`${page}:${line}  ${problems.join('\n')}`)
  }
  if (file !== null) return stage.write(block, file)
  if (language === 'yaml') return
  if (outputs.includes(language)) return compare(stage, block)
  const command = language === 'sh' ? stage.shell(text) : stage.program(block)
  if (keepsRunning(block)) return stage.keep(command)
  const { code, stdout, stderr } = await stage.run(command)
  const [, wanted = '0'] = /^exits (\d+)$/.exec(note) ?? []
  if (String(code) !== wanted) throw new Error(`${page}:${line}  exits with ${code}, not ${wanted}\n${stdout}${stderr}`)
}

async function compare({ last, running, adapted }: PageStage, { page, line, text }: PageBlock): Promise<void> {
  const shown = adapted(text)
  const printedBy = ({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }) => stdout + stderr
  if (last !== null && isShownOutput(shown, printedBy(last), { isWhole: true })) return
  const printed = () => [...(last === null ? [] : [last]), ...running].map(printedBy).join('\n--- and\n')
  await until(
    () => `${page}:${line}  shows\n${shown}\nbut what was printed is\n${printed()}`,
    () => running.some((program) => isShownOutput(shown, printedBy(program), { isWhole: false })),
    running.length === 0 ? 0 : 10_000,
  )
}
