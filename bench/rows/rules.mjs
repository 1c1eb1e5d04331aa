import { creates } from '../lib/calls.mjs'
import { compareLoads } from '../lib/compare-loads.mjs'

export const rules = {
  name: 'rules',
  title: 'create with 1,000 rules against one',
  how: 'As create-file, with 1,000 scenarios of the user that match a reference, a number, an amount or a reason, none of them that of a call, against a sandbox with one such scenario, which stands in the column of the bare server.',
  unit: '/s',
  goal: 0.85,
  async measure({ open, ...limits }) {
    const withRules = async (count) => {
      const server = await open.sandbox({ args: ['--clock', 'frozen'], cwd: open.folder(...scenarios(count)) })
      return { server, ...creates() }
    }
    return compareLoads(limits, await withRules(1), await withRules(1000))
  },
}

/** Texts of scenario files, of 200 scenarios each at most. */
function scenarios(count) {
  const lines = Array.from({ length: count }, (_, n) => `  rule-${n}: { match: { ${match(n)} }, outcome: approved }\n`)
  const files = Array.from({ length: Math.ceil(count / 200) }, (_, file) => lines.slice(file * 200, (file + 1) * 200))
  return files.map((part) => `version: 1\nscenarios:\n${part.join('')}`)
}

function match(n) {
  // Of four digits each: a rule that could never win would be refused.
  const number = String(n).padStart(4, '0')
  const texts = [`reference: "order-${number}-*"`, `accountNumber: "*${number}77"`, `reason: "*rent ${number}*"`]
  const kinds = [...texts, `amount: ${n + 20}`]
  return kinds[n % kinds.length]
}
