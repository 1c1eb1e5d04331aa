import type { Job } from '../../domain/job.ts'
import type { TakenJob } from '../../store/needs.ts'
import type { Store } from '../../store/store.ts'
import type { WebhookMaker } from '../deliver/queue-webhook.ts'
import { act } from './settle.ts'

export type StepJob = Extract<Job, { kind: 'act' }>

export type RunStep = ReturnType<typeof createRunStep>

export function createRunStep(store: Store, maker: WebhookMaker) {
  return (key: string, taken: TakenJob & { readonly job: StepJob }): Promise<void> => {
    const { job } = taken
    const { transactionId, step } = job
    const done = { change: 'job.done', job } as const
    const needs = { transaction: transactionId, walletOf: transactionId, isJobDue: taken }
    return store.perform(key, needs, ({ business, now, transaction, walletOf: wallet, isJobDue }) => {
      // A command of this turn cancelled the step after it was taken, or another job is due before it.
      if (!isJobDue) return { result: undefined, changes: [] }
      if (transaction === null || wallet === null) return { result: undefined, changes: [done] }
      const { changes } = act({ business, now, transaction, wallet, cause: { by: 'step', step } }, job.act, maker)
      // A final status cancels all steps that lead to one, this step too.
      const isCancelled = changes.some((one) => one.change === 'jobs.cancel' && one.kinds.includes(job.act.act))
      return { result: undefined, changes: isCancelled ? changes : [done, ...changes] }
    })
  }
}
