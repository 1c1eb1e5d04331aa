import { interleave } from '../lib/rounds.mjs'

export const exec = {
  name: 'exec',
  title: 'exec -- true against node -e 0',
  how: 'From starting the process to its end: payments-sandbox exec -- true against node -e 0.',
  unit: 'ms',
  goal: 3,
  lessIsBetter: true,
  measure: ({ open, starts }) =>
    interleave(
      starts,
      () => open.node(['-e', '0']),
      () => open.command(['exec', '--', 'true']),
    ),
}
