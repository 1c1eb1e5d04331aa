import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lastOutput } from '../../../src/cli/child/last-output.ts'
import { makeRunFolder, removeRunFolder } from '../../../src/cli/child/run-folder.ts'

/** A folder as a run of this process makes it. */
function folderOf(pid: number): string {
  const folder = join(tmpdir(), `payments-sandbox-run-${pid}-test`)
  mkdirSync(join(folder, 'inner'), { recursive: true })
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('a run removes the folders of explorations that were killed, and no other', async () => {
  const ended = Number(execFileSync('node', ['-p', 'process.pid']).toString())
  const [dead, living] = [folderOf(ended), folderOf(process.pid)]
  const folder = await makeRunFolder()
  expect([existsSync(dead), existsSync(living), existsSync(folder)]).toEqual([false, true, true])
  await removeRunFolder(folder)
  expect(existsSync(folder)).toBe(false)
})

test('of what a command prints the last 1 MB is kept, in pieces of any size', () => {
  const output = lastOutput(10)
  for (let count = 0; count < 30_000; count += 1) output.add(Buffer.from(`${count % 10}`))
  expect(output.text()).toBe('0123456789')
  output.add(Buffer.from('a longer piece'))
  expect(output.text()).toBe('nger piece')
  output.add(Buffer.from('s'))
  expect(output.text()).toBe('ger pieces')
})
