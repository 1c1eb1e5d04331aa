import type { Reporter, ReporterTools } from './reporter.ts'

/** A reporter that is loaded, with its rules, when it is first asked. */
export function laterReporter(tools: ReporterTools): Reporter {
  let loaded: Promise<Reporter> | null = null
  const load = () => {
    loaded ??= import('./reporter.ts').then(({ createReporter }) => createReporter(tools))
    return loaded
  }
  return {
    of: async (...asked) => (await load()).of(...asked),
    called: async () => (await load()).called(),
    ofRun: async (flow) => (await load()).ofRun(flow),
    required: {
      unknown: async (names) => (names.length === 0 ? [] : (await load()).required.unknown(names)),
      neverMet: async (names, flow) => (names.length === 0 ? [] : (await load()).required.neverMet(names, flow)),
    },
    through: async (key, work) => (tools.keepsChapters ? (await load()).through(key, work) : work()),
  }
}
