import { parseArgs } from 'node:util'
import { rows } from '../rows.mjs'

/**
 * How much is measured. `longRounds` is the number of rounds if a round takes long. `copies` is the number of transactions
 * that `stored` and `pending-jobs` have before the load.
 */
const usual = {
  rounds: 5,
  longRounds: 3,
  seconds: 2,
  warmUpSeconds: 2,
  settlingSeconds: 10,
  latenessSeconds: 8,
  creations: 100_000,
  advancedJobs: 20_000,
  starts: 11,
  copies: 1_000_000,
}
/** Enough to see that every row works; the figures say nothing. */
const quick = {
  rounds: 1,
  longRounds: 1,
  seconds: 1,
  warmUpSeconds: 1,
  settlingSeconds: 1,
  latenessSeconds: 1,
  creations: 1000,
  advancedJobs: 1000,
  starts: 1,
  copies: 1000,
}

const usualRows = rows.filter(({ isLong }) => !isLong)

/** The options of the command line: which rows, how much of each (`limits`), and what to do with the figures. */
export function readOptions() {
  const { values } = parseArgs({
    options: {
      rows: { type: 'string', default: usualRows.map(({ name }) => name).join() },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      copies: { type: 'string' },
      quick: { type: 'boolean', default: false },
      json: { type: 'string' },
      check: { type: 'boolean', default: false },
      profile: { type: 'string' },
    },
  })
  const limits = { ...(values.quick ? quick : usual) }
  for (const name of ['rounds', 'seconds', 'copies'])
    if (values[name] !== undefined) limits[name] = wholeNumber(name, values[name])
  if (values.rounds !== undefined) limits.longRounds = limits.rounds
  const isProfiled = values.profile !== undefined
  const chosen = (values.profile ?? values.rows).split(',').map(rowNamed)
  return { rows: chosen, limits, jsonFile: values.json, isChecked: values.check, isProfiled }
}

function wholeNumber(name, text) {
  if (!/^[1-9]\d*$/.test(text)) throw new Error(`--${name} ${text}: give a whole number above 0`)
  return Number(text)
}

function rowNamed(name) {
  const row = rows.find((row) => row.name === name)
  if (row === undefined) throw new Error(`no row ${name}; there are ${rows.map(({ name }) => name).join(', ')}`)
  return row
}
