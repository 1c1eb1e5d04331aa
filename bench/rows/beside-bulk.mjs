import { measureBesideBulk } from '../lib/beside-bulk.mjs'

export const besideBulk = {
  name: 'beside-bulk',
  title:
    'longest call of another business while one with 20,000 transactions is exported, kept, restored, imported, pruned, reset, listed or reported on, or all is backed up',
  how: 'A business has 20,000 settled collections, each with a delivered webhook. All that is done to a business as a whole is done to it, one after the other. Meanwhile, and for a second afterwards, another business asks for its balance again and again, with 2 ms between: how long its slowest call took, and of how long. The bare column has the slowest call of 2 s in which nothing else ran. Measured once.',
  unit: 'ms',
  goal: 250,
  lessIsBetter: true,
  judged: 'sandbox',
  measure: ({ open, advancedJobs }) => measureBesideBulk(open, advancedJobs),
}
