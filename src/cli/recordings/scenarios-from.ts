import { existsSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf } from '../../error-code.ts'
import { makeFolder } from '../../make-folder.ts'
import { scenariosFrom } from '../../recordings/scenarios/scenarios-from.ts'
import { readShipped } from '../../sandbox/shipped.ts'
import { UsageError } from '../exit.ts'
import { jsonText, printableLines } from '../terminal/printable.ts'

export interface FromFlags {
  readonly reference?: readonly string[]
  readonly out?: string
  readonly json?: boolean
}

export async function runScenariosFrom(file: string, { reference = [], out, json = false }: FromFlags): Promise<void> {
  if (!existsSync(file)) throw new UsageError(`${file}: there is no such file`)
  const { scenarios: shipped } = await readShipped()
  const text = await scenariosFrom(file, { references: reference, shipped })
  if (out === undefined) return void process.stdout.write(json ? jsonText({ yaml: text }) : printableLines(text))
  try {
    makeFolder(dirname(out))
    writeFileSync(out, text, { flag: 'wx' })
  } catch (cause) {
    const isThere = codeOf(cause) === 'EEXIST'
    throw new UsageError(
      isThere ? `${out} exists: name another file with --out, or delete it` : `--out: ${out} cannot be written`,
    )
  }
}
