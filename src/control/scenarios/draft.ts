import { z } from 'zod'
import { answerObject, requestBody } from '../../contract/named.ts'
import { viewScenario } from '../../explain/scenario-view.ts'
import { ScenarioFilesError } from '../../scenarios/files/diagnostic.ts'
import { invalid } from '../../words/errors.ts'
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
    const scenarios = await drafts.play(key, yaml).catch(refuseText)
    return { body: { data: scenarios.map((scenario) => viewScenario(scenario, drafts.of(key), true)) } }
  },
})

/** Windows keeps the names of devices for itself: CON.yaml would not be a file there. */
const wellFormed = /^(?!(?:con|prn|aux|nul|com\d|lpt\d)\.)[A-Za-z0-9][A-Za-z0-9._-]{0,63}\.ya?ml$/i

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
      throw invalid(
        '',
        `${JSON.stringify(file.slice(0, 64))} is not a name for a scenario file`,
        'write letters, digits, dots, dashes and underscores, ending with .yaml: mine.yaml',
      )
    }
    const saving = ownFiles.save({ name: file, yaml, replaces: replace })
    const saved = await saving.catch(refuseText)
    drafts.forget(key)
    return { body: { file: saved.path, scenarios: [...saved.names] } }
  },
})

/** Answers why the text of a scenario file is refused, and throws any other cause on. */
function refuseText(cause: unknown): never {
  if (!(cause instanceof ScenarioFilesError)) throw cause
  const problems = cause.diagnostics.map(({ file, line, column, path, message }) => {
    return `${file}:${line}:${column} ${path === '' ? '' : `${path}: `}${message}`
  })
  throw invalid('', problems.join('; '))
}
