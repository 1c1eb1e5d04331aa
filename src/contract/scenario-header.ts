/** The header that chooses a create call's scenario, and the one that tells which was chosen. */
export const choosesScenario = {
  headers: { 'x-sandbox-scenario': 'Name of the scenario that this transaction shall follow.' },
  answerHeaders: {
    'x-sandbox-scenario': 'The scenario that this transaction follows, and what chose it: `wrong-pin; by=match`.',
  },
} as const
