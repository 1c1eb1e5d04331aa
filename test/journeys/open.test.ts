import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderWith, run } from '../support/cli.ts'
import { openSandbox } from '../support/opened-sandbox.ts'

/** A folder with a program that opens addresses: it writes down which. */
function withOpener(): { readonly opened: () => string; readonly PATH: string } {
  const folder = folderWith({ 'xdg-open': '#!/bin/sh\necho "$1" > "$(dirname "$0")/opened"\n' })
  chmodSync(join(folder, 'xdg-open'), 0o755)
  const opened = () => readFileSync(join(folder, 'opened'), { encoding: 'utf8', flag: 'a+' })
  return { opened, PATH: `${folder}:${process.env.PATH}` }
}

test.skipIf(process.platform !== 'linux')(
  'open opens the page, at the business of --key, and prints its address',
  async () => {
    const { opened, PATH } = withOpener()
    const sandbox = await openSandbox()
    const plain = await run(['open', '--url', sandbox.url], { env: { PATH } })
    expect(plain).toMatchObject({ code: 0, stdout: `${sandbox.url}/_sandbox/\n`, stderr: '' })
    await expect.poll(opened).toBe(plain.stdout)
    const keyed = await run(['open', '--url', sandbox.url, '--key', 'test_shop', '--json'], { env: { PATH } })
    expect(JSON.parse(keyed.stdout)).toEqual({ url: `${sandbox.url}/_sandbox/#/?key=test_shop` })
    await expect.poll(opened).toBe(`${sandbox.url}/_sandbox/#/?key=test_shop\n`)
  },
)

test.skipIf(process.platform !== 'linux')('if nothing can open it, the address is there to copy', async () => {
  const sandbox = await openSandbox()
  const { code, stdout, stderr } = await run(['open', '--url', sandbox.url], { env: { PATH: folderWith() } })
  expect({ code, stdout }).toEqual({ code: 0, stdout: `${sandbox.url}/_sandbox/\n` })
  expect(stderr).toBe('no program here opens addresses: open it in a browser yourself\n')
})

test('without a sandbox nothing is opened, and it is exit code 6', async () => {
  expect(await run(['open', '--url', 'http://127.0.0.1:9'])).toMatchObject({ code: 6, stdout: '' })
})
