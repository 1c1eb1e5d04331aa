/** The rare states that the simulator must reach, or it would prove nothing of them. */
export const rareStates = [
  'crash before a commit',
  'crash within a commit',
  'crash between commit and reply',
  'crash between claim and send',
  'crash between send and record',
  'crash during an advance',
  'crash with nothing under way',
  'restart with an attempt under way',
  'time running through a crash',
  'wall clock set back at a restart',
  'reset with an attempt under way',
  'reset during an advance',
  'reset inside a handler',
  'advance inside a handler',
  'create inside a handler',
  'status query inside a handler',
  'duplicate reference at once',
  'reference again after a reset',
  'two attempts of a webhook at once',
  'OTP accepted',
  'OTP expired',
  'last wrong OTP',
  'late transfer accepted',
  'late transfer ignored',
  'account expired',
  'partial payment held',
  'payout returned',
  'payout refused for an empty wallet',
  'before-reply with a failing receiver',
  'before-reply webhook answered before the reply',
  'held webhooks released by count',
  'held webhooks released by time',
  'held webhooks sent last-first',
  'held webhooks sent on after a crash',
  'webhook released by a status query',
  'webhook still held at the end',
  'webhook dropped',
  'webhook exhausted',
  'answer lost by the story',
  'time-out of the receiver',
  'Retry-After kept',
  'replay of a delivered webhook',
  'replay of an exhausted webhook',
  'replay of a dropped webhook',
  'replay of a held webhook',
  'replay of a pending webhook',
  'due work run by a running clock',
  'advance interrupted',
] as const
export type RareState = (typeof rareStates)[number]

/** How often each rare state was reached. */
export type Sightings = Map<RareState, number>

export function count(sightings: Sightings, state: RareState, times = 1): void {
  sightings.set(state, (sightings.get(state) ?? 0) + times)
}
