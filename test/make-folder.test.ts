import { existsSync, statSync } from 'node:fs'
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

// Elsewhere there is no file system without room for folders.
test.runIf(existsSync('/proc/self'))('where the system makes no folders the attempt ends', () => {
  expect(() => makeFolder('/proc/x')).toThrow("ENOENT: no such file or directory, mkdir '/proc/x'")
  expect(() => makeFolder('/proc/x/y')).toThrow('ENOENT')
})
