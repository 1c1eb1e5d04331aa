// Preloaded into a sandbox: on SIGWINCH it writes a line with what it has counted to standard output.
//
// `chunks` and `bytes`: the files of dist that were loaded before the ready line. `turns`: those of the event loop so far.
const { statSync } = require('node:fs')
const { Module } = require('node:module')
const { sep } = require('node:path')

const sizes = []
let isReady = false
const compile = Module.prototype._compile
Module.prototype._compile = function (...given) {
  const [, file] = given
  if (!isReady && file.includes(`${sep}dist${sep}`)) sizes.push(statSync(file).size)
  return compile.apply(this, given)
}
const write = process.stdout.write
process.stdout.write = (...given) => {
  isReady = true
  return write.apply(process.stdout, given)
}
process.on('SIGWINCH', () => {
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  const turns = performance.nodeTiming.uvMetricsInfo.loopCount
  process.stdout.write(`${JSON.stringify({ chunks: sizes.length, bytes, turns })}\n`)
})
