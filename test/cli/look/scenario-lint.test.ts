import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type BadFile, badFiles } from '../../scenarios/files/bad-files.ts'
import { folderWith } from '../../support/cli.ts'
import { runInProcess } from '../../support/in-process.ts'

/** Files that are no YAML hide the names that they have as keys: those are not told of others. */
const unreadable = /is not valid YAML|holds YAML|more than one YAML|is empty; begin/

const isReadable = ({ told }: BadFile) => !told.some((each) => unreadable.test(each))
const readable = badFiles.filter(isReadable)
const broken = badFiles.filter((file) => !isReadable(file))

test.each([
  ['readable', readable, 100],
  ['unreadable', broken, 5],
] as const)(
  'check prints every problem of all %s files in one run, with place and code frame',
  async (what, files, least) => {
    expect(files.length).toBeGreaterThanOrEqual(least)
    const cwd = folderWith(Object.fromEntries(files.map(({ text }, index) => [nameOf(index), differing(text, index)])))
    const { code, stdout, stderr } = await runInProcess(['scenarios', 'check', 'bad'], { cwd })
    expect({ code, stderr }).toEqual({ code: 3, stderr: '' })
    const heads = stdout.split('\n').filter((line) => /^bad\/\d+\.yaml:\d+:\d+ {2}/.test(line))
    expect([...new Set(heads.map((head) => head.split(':')[0]))]).toEqual(files.map((_, index) => nameOf(index)))
    await expect(stdout).toMatchFileSnapshot(join(import.meta.dirname, `scenario-lint.${what}.txt`))
  },
)

function nameOf(index: number): string {
  return join('bad', `${String(index + 1).padStart(3, '0')}.yaml`)
}

/** Names that no other file has: a name that is declared twice is another problem. */
function differing(text: string, index: number): string {
  return text.replaceAll(/([{,] )([abr]): /g, `$1$2${index}: `)
}
