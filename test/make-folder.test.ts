import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../src/make-folder.ts'
import { temporaryFolder } from './support/opened-store.ts'

test('a folder is made with those above it, and one that is there stays', () => {
  const folder = join(temporaryFolder(), 'a', 'b', 'c')
  makeFolder(folder)
  makeFolder(folder)
  expect(statSync(folder).isDirectory()).toBe(true)
})

test('a file in the way is an error', () => {
  expect(() => makeFolder(import.meta.filename)).toThrow('EEXIST')
  expect(() => makeFolder(join(import.meta.filename, 'below'))).toThrow(
    `EEXIST: file already exists, mkdir '${import.meta.filename}'`,
  )
})
