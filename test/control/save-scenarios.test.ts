import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSandbox } from '../support/opened-sandbox.ts'
import { temporaryFolder } from '../support/opened-store.ts'

const draftOf = (name: string, outcome = '{ failed: wrong_pin }') =>
  `version: 1\nscenarios: { ${name}: { outcome: ${outcome} } }`

async function openWithFolder() {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'old.yaml'), draftOf('old'))
  const own = await openSandbox({ scenarios: [folder] })
  const save = (file: string, body: object, shop = own.shop()) =>
    shop.call(`/_sandbox/scenarios/files/${file}`, { method: 'PUT', body })
  return { own, folder, save }
}

test('a text is saved in the folder of scenarios, is loaded for every business, and ends the draft', async () => {
  const { own, folder, save } = await openWithFolder()
  const [shop, other] = [own.shop(), own.shop()]
  expect((await shop.get('/_sandbox/scenarios')).body.folder).toBe(folder)
  await shop.post('/_sandbox/scenarios/draft', { yaml: draftOf('mine') })
  const yaml = draftOf('mine', 'approved')
  const saved = await save('mine.yaml', { yaml }, shop)
  const file = join(folder, 'mine.yaml')
  expect([saved.status, saved.body]).toEqual([200, { file, scenarios: ['mine'] }])
  expect(readFileSync(file, 'utf8')).toBe(yaml)
  for (const one of [shop, other]) {
    const { own: isOwn, definition, source } = (await one.get('/_sandbox/scenarios/mine')).body
    expect([isOwn, definition, source.file]).toMatchObject([true, { outcome: 'approved' }, file])
  }
})

test('a text is not saved over a file, under a name that is shipped or taken, outside the folder, or if it is wrong', async () => {
  const { own, folder, save } = await openWithFolder()
  const messageOf = async (file: string, body: object) => {
    const { status, body: answer } = await save(file, body)
    return [status, answer.error?.message]
  }
  const old = join(folder, 'old.yaml')
  expect(await messageOf('old.yaml', { yaml: draftOf('new') })).toEqual([409, `${old} exists`])
  const shipped = { yaml: draftOf('wrong-pin'), replace: true }
  expect(await messageOf('a.yaml', shipped)).toEqual([409, 'The scenario wrong-pin is shipped with the sandbox'])
  expect(await messageOf('b.yaml', { yaml: draftOf('old') })).toMatchObject([400, expect.stringContaining('old')])
  const wrong = { yaml: 'version: 1\nscenarios: { new: { after: soon } }' }
  expect(await messageOf('c.yaml', wrong)).toMatchObject([400, expect.stringContaining('c.yaml:2:28')])
  for (const name of ['..%2fd.yaml', 'd.txt', '.d.yaml', 'CON.yaml', 'com1.yml', 'nul.x.yaml']) {
    expect(await messageOf(name, { yaml: draftOf('new') })).toMatchObject([
      400,
      expect.stringContaining('is not a name for a scenario file'),
    ])
  }
  expect(readdirSync(folder)).toEqual(['old.yaml'])
  expect(readFileSync(old, 'utf8')).toBe(draftOf('old'))
  expect((await save('old.yaml', { yaml: draftOf('new'), replace: true })).body.scenarios).toEqual(['new'])
  expect((await own.shop().get('/_sandbox/scenarios/old')).status).toBe(404)
})

test.each([
  ['named pipe', 'mkfifo'],
  ['folder', 'mkdir'],
  ['link', 'ln', '-s', '/dev/null'],
])('a text is not saved over a %s', async (kind, make, ...args) => {
  const { folder, save } = await openWithFolder()
  const path = join(folder, 'x.yaml')
  execFileSync(make, [...args, path])
  const { status, body } = await save('x.yaml', { yaml: draftOf('new'), replace: true })
  expect([status, body.error.message, body.error.hint]).toEqual([409, `${path} is a ${kind}`, 'choose another name'])
})

test('without a folder of scenarios nothing is saved', async () => {
  const without = await openSandbox()
  const shop = without.shop()
  expect((await shop.get('/_sandbox/scenarios')).body.folder).toBe(null)
  const body = { yaml: draftOf('mine') }
  const refused = await shop.call('/_sandbox/scenarios/files/mine.yaml', { method: 'PUT', body })
  expect([refused.status, refused.body.error]).toMatchObject([
    409,
    { message: 'This sandbox reads no folder of scenarios', hint: 'start it with --scenarios DIR' },
  ])
})
