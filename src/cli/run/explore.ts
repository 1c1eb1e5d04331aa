import type { Command } from 'commander'
import { changeNames } from '../../explore/changes.ts'
import { usualFolder } from '../../explore/saved-schedules.ts'
import { numberLike } from '../settings/option-values.ts'
import { addBehaviourOptions, addEnvOption } from '../settings/setting-options.ts'
import type { ExploreFlags } from './run-exploration.ts'

export function addExplore(program: Command): void {
  addEnvOption(addBehaviourOptions(program.command('explore')), ', {folder} for an empty folder of the run')
    .argument('<command...>', 'what to run, after --')
    .usage('[options] -- <command> [arguments]')
    .description(
      'Run a command, such as your tests, again and again with a sandbox of its own, and change the order of events until it fails',
    )
    .option('--runs <number>', 'most runs (default: every single change and all pairs)', positive)
    .option('--time <duration>', 'most time, such as 5m (default: 60s, if --runs is not given either)')
    .option('--only <changes>', `the changes to try, with commas between: ${changeNames.join(', ')} (default: all)`)
    .option('--found <folder>', `where failures are saved (default: ${usualFolder})`)
    .option(
      '--jobs <number>',
      'how many runs at once; the command must not need a fixed port then (default: 1)',
      positive,
    )
    .option('--json', 'print each run and the result as a line of JSON; what the command prints goes to stderr')
    .addHelpText(
      'after',
      `
--seed is the seed of the longer schedules too: the same seed plays the same runs.
Exit code: 0 if nothing was found, 5 if something was found; the command's own if it fails without any change.

Example:
  $ payments-sandbox explore --env PAYMENTS_BASE_URL={url} -- npm test`,
    )
    .action(async (command: readonly string[], flags: ExploreFlags) => {
      const { runExploration } = await import('./run-exploration.ts')
      await runExploration(command, flags)
    })
}

const positive = numberLike(/^0*[1-9]\d*$/, 'It is not a positive integer.')
