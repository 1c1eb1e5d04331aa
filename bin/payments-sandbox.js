#!/usr/bin/env node
// CommonJS, as package.json beside it says: for an ES module Node loads a second loader first, for 3 ms of a start (measured).
// Where Node can (22.1 and later), what it compiled is kept for the next start, which is ready an eighth earlier (measured).
require('node:module').enableCompileCache?.()

// As Node itself does for an ES module: a command that waits for what never comes has not succeeded.
let isOver = false
process.once('beforeExit', () => {
  if (!isOver) process.exitCode = 13
})
require('../dist/cli.cjs')
  .run(process.argv)
  .finally(() => {
    isOver = true
  })
