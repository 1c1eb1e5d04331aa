import { z } from 'zod'
import { ControlError } from '../../contract/control-error.ts'
import { requestBody } from '../../contract/named.ts'
import { viewScenario } from '../../explain/scenario-view.ts'
import { ShippedName } from '../../scenarios/drafts.ts'
import { ScenarioFilesError } from '../../scenarios/files/diagnostic.ts'
import { controlEndpoint } from '../endpoint.ts'
import { draftView } from './scenario-views.ts'

/** Plays the scenarios of a text for this business until a reset or a restart, in place of its last draft. */
export const playDraft = controlEndpoint({
  route: 'POST /_sandbox/scenarios/draft',
  summary: 'Play a draft for this business until a reset or a restart, in place of its last one',
  body: requestBody('ScenarioDraft', { yaml: z.string().describe('The text of a scenario file.') }),
  answer: draftView,
  refuses: ['conflict'],
  needsStorage: false,
  async handle({ key, body: { yaml }, drafts }) {
    const scenarios = await drafts.play(key, yaml).catch((cause: unknown) => {
      throw refusedText(cause)
    })
    return { body: { data: scenarios.map((scenario) => viewScenario(scenario)) } }
  },
})

/** Returns why the text of a scenario file is refused, as an answer; any other cause is returned as it is. */
export function refusedText(cause: unknown): unknown {
  if (cause instanceof ShippedName) {
    const message = `The scenario ${cause.message} is shipped with the sandbox`
    return new ControlError('conflict', message, 'give the one of the draft another name')
  }
  if (!(cause instanceof ScenarioFilesError)) return cause
  const problems = cause.diagnostics.map(({ file, line, column, path, message }) => {
    return `${file}:${line}:${column} ${path === '' ? '' : `${path}: `}${message}`
  })
  return new ControlError('invalid', problems.join('; '))
}
