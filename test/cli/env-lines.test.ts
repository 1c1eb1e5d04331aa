import { execFileSync } from 'node:child_process'
import { parseEnv } from 'node:util'
import { parse } from 'dotenv'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { envLines, shellLines } from '../../src/cli/env-lines.ts'

const odd = [...'\'"`#$\\\n\r\t =!é\u00a0\u2028', '$HOME', '\\n', '\\r']
const value = fc
  .array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...odd) }, fc.string({ unit: 'grapheme', minLength: 1 })))
  .map((parts) => parts.join('').replaceAll('\0', ''))
const access = fc.record({
  url: fc.constant('http://127.0.0.1:4747'),
  apiKey: value.map((text) => `test_${text.replaceAll(/[^!-~]/g, '')}`),
  webhookSecret: value.filter((text) => text !== ''),
})
const wantedOf = (of: Parameters<typeof envLines>[0]): Readonly<Record<string, string>> => ({
  PAYMENTS_SANDBOX_URL: of.url,
  PAYMENTS_SANDBOX_API_KEY: of.apiKey,
  PAYMENTS_SANDBOX_WEBHOOK_SECRET: of.webhookSecret,
})

/** True for what no form of a line can hold: a carriage return, quotes of each kind, a backslash before the end of quotes. */
const isNeverHeld = (text: string) => /\r|\\$/.test(text) || ["'", '`', /"|\\[nr]/].every((each) => text.match(each))

test('an env file is read by dotenv and Node as it was meant, or the variable is refused by name', () => {
  fc.assert(
    fc.property(access, (given) => {
      const wanted = wantedOf(given)
      const lines = linesOrRefused(given)
      if (lines.refused !== null) expect(isNeverHeld(wanted[lines.refused] ?? '')).toBe(true)
      else
        for (const read of [parse(lines.text), parse(lines.text, { fast: true }), parseEnv(lines.text)])
          expect(read).toEqual(wanted)
    }),
    { numRuns: 2000 },
  )
})

function linesOrRefused(given: Parameters<typeof envLines>[0]) {
  try {
    return { text: envLines(given), refused: null }
  } catch (error) {
    const [, refused] = /^(\w+): no line of an env file/.exec((error as Error).message) ?? []
    if (refused === undefined) throw error
    return { text: '', refused }
  }
}

test('what needs no quotes has none, since Docker takes a value as it stands', () => {
  const webhookSecret = 'a "b" \\ $c = it\'s & `d` \\'
  const lines = envLines({ url: 'http://127.0.0.1:4747', apiKey: 'test_"b"', webhookSecret })
  expect(lines).toBe(
    `PAYMENTS_SANDBOX_URL=http://127.0.0.1:4747\nPAYMENTS_SANDBOX_API_KEY=test_"b"\nPAYMENTS_SANDBOX_WEBHOOK_SECRET=${webhookSecret}\n`,
  )
})

test('a shell reads every value as it was meant', () => {
  const many = fc.sample(access, 300)
  const names = Object.keys(wantedOf(many[0] as (typeof many)[0])).map((name) => `"$${name}"`)
  const script = many.map((given) => `${shellLines(given)}printf '%s\\0' ${names.join(' ')}\n`).join('')
  // Not by a document within the script: dash 0.5.12 drops a byte of long ones.
  const read = execFileSync('sh', ['-c', 'eval "$(cat)"'], { input: script, encoding: 'utf8' })
  expect(read.split('\0').slice(0, -1)).toEqual(many.flatMap((given) => Object.values(wantedOf(given))))
})
