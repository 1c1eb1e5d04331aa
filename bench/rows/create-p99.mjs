import { measureSettling } from './create-settling.mjs'

export const createP99 = {
  name: 'create-p99',
  title: 'p99 of create, 50 connections, settling beside it',
  how: "The 99th percentile of the time from a create call to its reply, in rounds like those of create-settling, against the bare server's.",
  unit: 'ms',
  goal: 4,
  lessIsBetter: true,
  measure: (context) => measureSettling(context, ({ p99Ms }) => p99Ms),
}
