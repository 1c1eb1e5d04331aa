import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { flows } from '../../../src/domain/transaction.ts'
import { fileSchema } from '../../../src/scenarios/language/file.ts'
import { type BadFile, badFiles } from '../../scenarios/files/bad-files.ts'
import { folderWith } from '../../support/cli.ts'
import { runInProcess } from '../../support/in-process.ts'

/** Whether the form of a file is right, so that what it means is judged. */
function hasRightForm({ text }: BadFile): boolean {
  try {
    return fileSchema.safeParse(parse(text, { logLevel: 'error' })).success
  } catch {
    return false
  }
}

test.each([
  ['form', badFiles.filter((file) => !hasRightForm(file)), 50],
  ['meaning', badFiles.filter(hasRightForm), 50],
] as const)(
  'check prints all that is wrong with the %s of all files in one run, with place and code frame',
  async (what, files, least) => {
    expect(files.length).toBeGreaterThanOrEqual(least)
    const cwd = folderWith(Object.fromEntries(files.map(({ text }, index) => [nameOf(index), differing(text, index)])))
    const { code, stdout, stderr } = await runInProcess(['scenarios', 'check', 'bad'], { cwd })
    expect({ code, stderr }).toEqual({ code: 3, stderr: '' })
    const heads = stdout.split('\n').filter((line) => /^bad\/\d+\.yaml:\d+:\d+ {2}/.test(line))
    expect([...new Set(heads.map((head) => head.split(':')[0]))]).toEqual(files.map((_, index) => nameOf(index)))
    await expect(stdout.replaceAll(flows.join(', '), 'FLOWS')).toMatchFileSnapshot(
      join(import.meta.dirname, `scenario-lint.${what}.txt`),
    )
  },
)

function nameOf(index: number): string {
  return join('bad', `${String(index + 1).padStart(3, '0')}.yaml`)
}

/** Names that no other file has: a name that is declared twice is another problem. */
function differing(text: string, index: number): string {
  return text.replaceAll(/([{,] )([abr]): /g, `$1$2${index}: `)
}
