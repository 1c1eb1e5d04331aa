// Prints how fast and how light the sandbox is, compared with a bare node:http server in the same run and with its goals.
//
//   npm run bench                                          the whole table, in less than ten minutes
//   npm run bench -- --rows create-file,status-query       some rows; less of each with --rounds 3, --seconds 1, --copies 200000
//   npm run bench -- --json bench.json                     the same as JSON
//   npm run bench -- --check                               exit code 1 if a row is beyond its floor (floors.mjs)
//   npm run bench -- --profile status-query                one row, and which functions its sandbox spends its time in
//
// Ratios differ less between machines than figures do. Servers run in processes of their own and are measured in turn: bare,
// sandbox, bare, sandbox. A figure is the median of its rounds. Each file in rows/ says what its row measures.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { floors } from './floors.mjs'
import { generator } from './lib/load.mjs'
import { readOptions } from './lib/options.mjs'
import { openProcesses } from './lib/processes.mjs'
import { profileReport } from './lib/profile.mjs'
import { heading, legend, tableRow } from './lib/table.mjs'
import { judge } from './lib/verdict.mjs'

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

const { rows, limits, jsonFile, isChecked, isProfiled } = readOptions()
const profileFolder = isProfiled ? mkdtempSync(join(tmpdir(), 'payments-sandbox-profile-')) : undefined
const machine = `Node ${process.version}, ${availableParallelism()} cores of ${cpus()[0]?.model}`
const begun = new Date()

console.log(`${machine}, requests by ${generator}, ${limits.rounds} rounds of ${limits.seconds} s\n\n${heading()}`)
const judged = []
for (const row of rows) {
  try {
    judged.push(judge(row, await measure(row), floors[row.name]))
    console.log(tableRow(judged.at(-1)))
  } catch (error) {
    console.log(`${row.name}: ${error.message}`)
    process.exitCode = 1
  }
}
console.log(`\n${legend(judged)}`)
if (profileFolder) console.log(`\n${profileReport(profileFolder)}`)

const seconds = Math.round((Date.now() - begun.getTime()) / 1000)
console.log(`\n${judged.filter(({ goalMet }) => goalMet).length} of ${rows.length} goals met, measured in ${seconds} s`)
if (jsonFile) {
  const report = { begun, seconds, machine, generator, limits, rows: judged }
  writeFileSync(jsonFile, `${JSON.stringify(report, null, 2)}\n`)
}
if (isChecked) {
  const beyond = judged.filter(({ floorMet }) => floorMet === false)
  for (const { name, floor } of beyond) console.log(`${name} is beyond its floor, ${floor}`)
  if (beyond.length > 0) process.exitCode = 1
}

async function measure(row) {
  const open = openProcesses(profileFolder)
  try {
    return await row.measure({ open, ...limits })
  } finally {
    await open.close()
  }
}
