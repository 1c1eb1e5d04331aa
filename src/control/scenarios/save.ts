import { z } from 'zod'
import { ControlError } from '../../contract/control-error.ts'
import { answerObject, requestBody } from '../../contract/named.ts'
import { NotSaved } from '../../scenarios/own-files.ts'
import { controlEndpoint } from '../endpoint.ts'
import { refusedText } from './draft.ts'

const wellFormed = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}\.ya?ml$/

/** Writes a text into the user's folder of scenarios. What was a draft of this business is then played from the file. */
export const saveScenarios = controlEndpoint({
  route: 'PUT /_sandbox/scenarios/files/{file}',
  summary: 'Save a text in the folder of your scenarios, for every business',
  params: { file: 'Name of the file, such as `mine.yaml`.' },
  body: requestBody('ScenarioFile', {
    yaml: z.string().describe('The text of the file.'),
    replace: z.boolean().default(false).describe('true: a file of this name is overwritten; else it is refused.'),
  }),
  answer: answerObject('SavedScenarios', 'The file, whose scenarios are loaded.', {
    file: z.string().describe('Its path.'),
    scenarios: z.array(z.string()).describe('The names of its scenarios.'),
  }),
  refuses: ['conflict'],
  needsStorage: false,
  async handle({ key, params: { file }, body: { yaml, replace }, ownFiles, drafts }) {
    if (!wellFormed.test(file)) {
      throw new ControlError(
        'invalid',
        `${JSON.stringify(file.slice(0, 64))} is not a name for a scenario file`,
        'write letters, digits, dots, dashes and underscores, ending with .yaml: mine.yaml',
      )
    }
    const saved = await ownFiles.save({ name: file, yaml, replaces: replace }).catch((cause: unknown) => {
      throw cause instanceof NotSaved ? new ControlError('conflict', cause.message, cause.hint) : refusedText(cause)
    })
    drafts.forget(key)
    return { body: { file: saved.path, scenarios: [...saved.names] } }
  },
})
