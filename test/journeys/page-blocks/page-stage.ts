import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { type Cli, type Ended, launchCommand } from '../../support/cli.ts'
import { merchantProject } from '../../support/merchant-project.ts'
import type { PageBlock } from '../../support/page-blocks.ts'

/** The project that pages describe has tests that `npm test` runs. */
const manifest = { private: true, type: 'module', scripts: { test: 'node --eval 0' } }

export class PageStage {
  readonly #folder = merchantProject({ 'package.json': JSON.stringify(manifest) }, ['vitest'])
  /** Replacements for what pages name. Nothing else differs from the reader's machine. */
  readonly #adaptations: readonly (readonly [shown: RegExp, here: string])[]
  #programs = 0
  readonly running: Cli[] = []
  /** The end of the last command; null if it keeps running. */
  last: Ended | null = null

  constructor(sandboxPort: number, receiverPort: number, serverPort: number) {
    this.#adaptations = [
      [/\b4747\b/g, String(sandboxPort)],
      [/\b4848\b/g, String(receiverPort)],
      [/\b3000\b/g, String(serverPort)],
      [/\bpayments-sandbox listen\b(?!.*--port)/g, `payments-sandbox listen --port ${receiverPort}`],
      // npm takes half a second to find the command.
      [/\bnpx payments-sandbox\b/g, 'payments-sandbox'],
      [/^npm ci && npm start\b( --)?/gm, 'payments-sandbox start'],
    ]
  }

  readonly adapted = (text: string): string =>
    this.#adaptations.reduce((so, [shown, here]) => so.replaceAll(shown, here), text)

  shell(text: string): readonly string[] {
    return ['bash', '-eo', 'pipefail', '-c', this.adapted(text)]
  }

  /** Writes a program as a file, and returns its command, which depends on its imports. */
  program(block: PageBlock): readonly string[] {
    this.#programs += 1
    const isVitest = /from '(vitest|payments-sandbox\/vitest)'/.test(block.text)
    const name = `program-${this.#programs}${isVitest ? '.test' : ''}.mjs`
    this.write({ ...block, continues: false }, name)
    if (isVitest) return [process.execPath, join('node_modules', 'vitest', 'vitest.mjs'), 'run', name]
    return [process.execPath, ...(block.text.includes("from 'node:test'") ? ['--test'] : []), name]
  }

  write({ language, text, continues }: PageBlock, file: string): void {
    const path = join(this.#folder, file)
    mkdirSync(dirname(path), { recursive: true })
    const put = continues ? appendFileSync : writeFileSync
    put(path, this.adapted(language === 'ts' && !file.endsWith('.ts') ? withoutTypes(text) : text))
  }

  /**
   * Starts a program that keeps running, and waits until it prints something. `exec` replaces the shell by the program, so
   * that the program itself gets the signals.
   */
  async keep([file = '', ...rest]: readonly string[]): Promise<void> {
    const command = file === 'bash' ? [file, ...rest.slice(0, -1), `exec ${rest.at(-1)}`] : [file, ...rest]
    const program = this.#launch(command)
    this.running.push(program)
    this.last = null
    await program.line(/./)
  }

  async run(command: readonly string[]): Promise<Ended> {
    this.last = await this.#launch(command).ended
    return this.last
  }

  async end(): Promise<void> {
    await Promise.all(this.running.map((program) => program.crash()))
  }

  #launch(command: readonly string[]): Cli {
    const url = new URL(this.adapted('http://127.0.0.1:4747'))
    const env = {
      PATH: `${join(this.#folder, 'node_modules', '.bin')}:${process.env.PATH}`,
      PAYMENTS_SANDBOX_PORT: url.port,
      PAYMENTS_SANDBOX_URL: url.origin,
    }
    return launchCommand(command, { cwd: this.#folder, env })
  }
}

function withoutTypes(text: string): string {
  const { ESNext } = ts.ModuleKind
  return ts.transpileModule(text, { compilerOptions: { module: ESNext, target: ts.ScriptTarget.ES2023 } }).outputText
}
