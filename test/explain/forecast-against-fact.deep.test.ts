import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { type Sandbox, startSandbox } from '../../src/testing/index.ts'
import { type ArbitraryStory, arbitraryStory } from '../support/arbitrary-stories.ts'
import { playForetold } from '../support/play-foretold.ts'
import { start } from '../support/shop.ts'

/** So many files of up to twelve stories; `FORETOLD=1000 npx vitest run forecast-against-fact` tries more. */
const files = Number(process.env.FORETOLD ?? 40)

test('what an explanation says beforehand is what happens, for every story that can be written', {
  timeout: files * 2000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(arbitraryStory, { minLength: 1, maxLength: 12, size: 'max' }), async (stories) => {
      const folder = await mkdtemp(join(tmpdir(), 'foretold-'))
      const sandbox = await startWith(stories, folder)
      try {
        for (const [index, story] of stories.entries()) {
          const { foretold, happened } = await playForetold(sandbox, story, index)
          expect(happened, `story ${index}: ${JSON.stringify(story)}`).toEqual(foretold)
        }
      } finally {
        await sandbox.stop()
        await rm(folder, { recursive: true })
      }
    }),
    { numRuns: files },
  )
})

/** A frozen sandbox that knows these stories, read from a file as people write them. */
async function startWith(stories: readonly ArbitraryStory[], folder: string): Promise<Sandbox> {
  const written = stories.map(({ written, chosenBy }, index) => {
    const match = chosenBy === 'match' ? { match: { reference: `rule-${index}-*` } } : {}
    return [`story-${index}`, { ...match, ...written }]
  })
  await writeFile(join(folder, 'mine.yaml'), stringify({ version: 1, scenarios: Object.fromEntries(written) }))
  return startSandbox({ clock: start, scenarios: folder })
}
