/** A measured row with its limits, and whether it reaches them. The goal of a row that has a floor is its floor. */
export function judge(row, result, floor) {
  const { name, title, how, unit, goal = floor, stretch, lessIsBetter = false, judged = 'ratio' } = row
  const figure = result[judged]
  if (!Number.isFinite(figure)) throw new Error(`${name} measured nothing: ${JSON.stringify(result)}`)
  const reaches = (limit) => (limit === undefined ? null : lessIsBetter ? figure <= limit : figure >= limit)
  const verdicts = { goalMet: reaches(goal), stretchMet: reaches(stretch), floorMet: reaches(floor) }
  return { name, title, how, unit, judged, lessIsBetter, ...result, goal, stretch, floor, ...verdicts }
}
