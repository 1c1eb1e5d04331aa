import { measureBesideBulk } from '../lib/beside-bulk.mjs'

export const besideBulkLong = {
  name: 'beside-bulk-long',
  title: 'the same as beside-bulk with 100,000 transactions',
  how: 'As beside-bulk. It takes minutes, and is measured only if it is named.',
  unit: 'ms',
  goal: 1500,
  lessIsBetter: true,
  judged: 'sandbox',
  isLong: true,
  measure: ({ open, advancedJobs }) => measureBesideBulk(open, 5 * advancedJobs),
}
