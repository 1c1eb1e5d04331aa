import type { Command } from 'commander'
import { addClientOptions, type ClientFlags, clientOf } from './client-options.ts'

interface Story {
  readonly id: string
  readonly status: string
  readonly flow: string
  readonly reference_business: string
  readonly scenario: { readonly name: string; readonly by: string }
  readonly timeline: readonly { readonly at: string; readonly event: string }[]
}

/** `payments-sandbox explain ID`: why a transaction went as it did. */
export function addExplain(program: Command): void {
  addClientOptions(program.command('explain <id>'))
    .description('Which scenario a transaction got and why, and all that happened to it')
    .option('--json', 'print the answer as JSON')
    .addHelpText('after', '\nExample:\n  $ payments-sandbox explain 3fe9d20d-a65f-4f47-b849-b60ce7230c68')
    .action(async (id: string, flags: ClientFlags & { readonly json?: boolean }) => {
      const story = (await clientOf(flags).get(`/_sandbox/transactions/${encodeURIComponent(id)}`)) as Story
      process.stdout.write(flags.json ? `${JSON.stringify(story)}\n` : told(story))
    })
}

/** How each way of choosing a scenario is told. */
const ways: Readonly<Record<string, string>> = {
  header: 'the header x-sandbox-scenario named it',
  queue: 'it was queued for the next request',
  metadata: 'metadata.sandbox.scenario named it',
  reference: 'the reference began with scn:',
  match: 'its match rule was the first to hold',
  business: 'it is the default of this business',
  file: 'it is the default of the scenario files',
}

function told({ id, status, flow, reference_business, scenario, timeline }: Story): string {
  const began = Date.parse(timeline[0]?.at ?? '')
  const lines = timeline.map(({ at, event, ...facts }) => {
    const after = `+${((Date.parse(at) - began) / 1000).toFixed(3)}s`
    const more = Object.entries(facts).map(([name, value]) => `${name}=${value}`)
    return `  ${at}  ${after.padStart(12)}  ${event.padEnd(18)} ${more.join(' ')}`.trimEnd()
  })
  const head = [
    `${id}  ${flow}  ${reference_business}  ${status}`,
    `  scenario ${scenario.name}: ${ways[scenario.by] ?? scenario.by}`,
  ]
  return `${[...head, ...lines].join('\n')}\n`
}
