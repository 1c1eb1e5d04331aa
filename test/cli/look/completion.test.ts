import { execFileSync, spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { runInProcess } from '../../support/in-process.ts'

const scriptOf = async (shell: string) => (await runInProcess(['completion', shell])).stdout

/** What bash offers behind these words, the last of which is being typed. */
function offered(bash: string, ...words: readonly string[]): string[] {
  const typed = ['payments-sandbox', ...words].map((word) => `'${word}'`).join(' ')
  const script = `${bash}\nCOMP_WORDS=(${typed}); COMP_CWORD=${words.length}; _payments_sandbox; printf '%s\\n' "\${COMPREPLY[@]}"`
  return execFileSync('bash', ['--norc', '-c', script], { encoding: 'utf8' }).split('\n').slice(0, -1)
}

test('bash completes commands, commands below them, options and their values', async () => {
  const bash = await scriptOf('bash')
  expect(offered(bash, 'sta')).toEqual(['start', 'status'])
  expect(offered(bash, 'webhooks', 's')).toEqual(['show', 'send'])
  expect(offered(bash, 'webhooks', 'show', '--key', 'test_a', '--j')).toEqual(['--json'])
  expect(offered(bash, 'webhooks', 'list', '--st')).toEqual(['--status'])
  expect(offered(bash, 'webhooks', 'list', '--status', 'de')).toEqual(['delivered'])
  expect(offered(bash, 'exec', '--fail-on', '')).toEqual(['error', 'warning', 'info'])
  expect(offered(bash, 'completion', 'z')).toEqual(['zsh'])
  expect(offered(bash, 'scenarios', '')).toEqual(expect.arrayContaining(['check', 'list', 'show', 'plan']))
  expect(offered(bash, 'start', '--scen')).toEqual(['--scenarios'])
})

test('it offers what there is, and nothing else', async () => {
  const bash = await scriptOf('bash')
  expect(offered(bash, 'nothing', '--sta')).toEqual([''])
  expect(offered(bash, 'explain', 'x')).toEqual([''])
})

test.each(['zsh', 'fish'])('the script for %s has every command with what it is for', async (shell) => {
  const script = await scriptOf(shell)
  for (const text of ['start', 'webhooks', 'run-until-idle', 'Start the sandbox', 'forward-to', 'exhausted']) {
    expect(script).toContain(text)
  }
})

/** True where this shell is installed. */
const has = (shell: string) => spawnSync(shell, ['--version']).status === 0

test.skipIf(!has('zsh'))('zsh can read its script', async () => {
  expect(spawnSync('zsh', ['-n'], { input: await scriptOf('zsh'), encoding: 'utf8' })).toMatchObject({
    status: 0,
    stderr: '',
  })
})

test.skipIf(!has('fish'))('fish completes by its script', async () => {
  const script = await scriptOf('fish')
  const complete = (line: string) => {
    const { stdout } = spawnSync('fish', ['--no-config', '-c', `${script}\ncomplete -C '${line}'`], {
      encoding: 'utf8',
    })
    return stdout.split('\n').map((found) => found.split('\t')[0])
  }
  expect(complete('payments-sandbox sta')).toEqual(['start', 'status', ''])
  expect(complete('payments-sandbox webhooks sh')).toEqual(['show', ''])
  expect(complete('payments-sandbox webhooks list --status del')).toEqual(['delivered', ''])
})

test('another shell is a wrong usage', async () => {
  expect(await runInProcess(['completion', 'csh'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Allowed choices are bash, zsh, fish'),
  })
})
