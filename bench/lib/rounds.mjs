/**
 * Measures both sides in turn, so that both see the same machine: bare, sandbox, bare, sandbox ... Each figure is the
 * median of its rounds, and the ratio the median of the rounds' ratios.
 */
export async function interleave(rounds, bare, sandbox) {
  const figures = { bare: [], sandbox: [] }
  for (let round = 0; round < rounds; round++) {
    figures.bare.push(await bare())
    figures.sandbox.push(await sandbox())
  }
  const ratios = figures.sandbox.map((figure, round) => figure / figures.bare[round])
  return { bare: median(figures.bare), sandbox: median(figures.sandbox), ratio: median(ratios), rounds: ratios }
}

/** Measures a figure without a baseline. Resolves with the median of its rounds. */
export async function repeat(rounds, measure) {
  const figures = []
  for (let round = 0; round < rounds; round++) figures.push(await measure())
  return { sandbox: median(figures), rounds: figures }
}

function median(numbers) {
  return percentile(numbers, 0.5)
}

/** The number below which this share of the numbers lies. */
export function percentile(numbers, share) {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
}
