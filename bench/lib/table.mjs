const columns = [
  ['row', 22, ({ name }) => name],
  ['bare', 11, ({ bare, unit }) => figure(bare, unit)],
  ['sandbox', 11, ({ sandbox, unit }) => figure(sandbox, unit)],
  ['ratio', 8, ({ ratio }) => (ratio === undefined ? '–' : digits(ratio))],
  ['rounds', 16, ({ rounds }) => (rounds ? `${digits(Math.min(...rounds))} – ${digits(Math.max(...rounds))}` : '–')],
  ['goal', 10, (row) => limit(row, row.goal)],
  ['stretch', 10, (row) => limit(row, row.stretch)],
  ['met', 9, ({ goalMet, stretchMet }) => (stretchMet ? 'stretch' : goalMet ? 'yes' : 'no')],
]

export function heading() {
  return line(columns.map(([name]) => name))
}

/** A row of the table. `rounds` shows the least and the most of the judged figure in a round. */
export function tableRow(judged) {
  return `${line(columns.map(([, , text]) => text(judged)))}${judged.note ? `   ${judged.note}` : ''}`
}

export function legend(judgedRows) {
  return judgedRows.map(({ name, title, how }) => `${name}: ${title}. ${how}`).join('\n')
}

function line(cells) {
  return cells
    .map((cell, index) => (index === 0 ? cell.padEnd(columns[0][1]) : cell.padStart(columns[index][1])))
    .join('')
}

function figure(value, unit) {
  if (value === undefined) return '–'
  return unit === '/s' ? `${Math.round(value)}/s` : `${digits(value)} ${unit}`
}

function limit({ lessIsBetter, judged, unit }, value) {
  if (value === undefined) return '–'
  return `${lessIsBetter ? '≤' : '≥'} ${value}${judged === 'sandbox' ? ` ${unit}` : ''}`
}

/** Three significant digits at most: 0.047, 0.32, 5.04, 34.1, 218. */
function digits(value) {
  if (value >= 100) return value.toFixed(0)
  if (value >= 10) return value.toFixed(1)
  return value.toFixed(value >= 0.1 ? 2 : 3)
}
