import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Play } from '../../../src/judge/explore/exploration.ts'
import { TimeUp } from '../../../src/judge/explore/failures.ts'
import type { Schedule } from '../../../src/judge/explore/schedule.ts'
import { Search } from '../../../src/judge/explore/search.ts'
import { folderWith } from '../../support/cli.ts'

test.each(['webhook-twice', 'together'])(
  'if the time is up while a saved %s is replayed, the search is unfinished',
  async (change) => {
    const found = folderWith({ 'own.yaml': `version: 1\nwhy: x\nschedule: [{ order: 1, change: ${change} }]\n` })
    const played: Schedule[] = []
    const play: Play = async (schedule) => {
      played.push(schedule)
      throw new TimeUp()
    }
    const replayed: string[] = []
    const { signal } = new AbortController()
    const options = {
      seed: 1,
      runs: null,
      timeMs: 0,
      only: null,
      found,
      test: 't',
      partial: false,
      keepGoing: false,
      signal,
    }
    const search = new Search(play, options, { replayed: (line) => replayed.push(line), played: () => {} })
    await expect(search.run()).rejects.toMatchObject({
      code: 'unfinished',
      message: 'Nothing found: the time was up before the first run ended; raise --time',
    })
    expect(played).toEqual([[{ order: 1, change }], []])
    expect(replayed).toEqual([expect.stringMatching(/^NOT PLAYED /)])
    expect(readdirSync(found)).toEqual(['own.yaml'])
  },
)
