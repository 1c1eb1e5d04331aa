/** A measured row with what it is judged by, and whether that reaches the row's goal, its stretch and its floor. */
export function judge(
  { name, title, how, unit, goal, stretch, lessIsBetter = false, judged = 'ratio' },
  result,
  floor,
) {
  const figure = result[judged]
  if (!Number.isFinite(figure)) throw new Error(`${name} measured nothing: ${JSON.stringify(result)}`)
  const reaches = (limit) => (limit === undefined ? null : lessIsBetter ? figure <= limit : figure >= limit)
  const verdicts = { goalMet: reaches(goal), stretchMet: reaches(stretch), floorMet: reaches(floor) }
  return { name, title, how, unit, judged, lessIsBetter, ...result, goal, stretch, floor, ...verdicts }
}
