import type { Command } from 'commander'
import { changeNames } from '../../judge/explore/changes.ts'
import { usualFolder } from '../../judge/explore/saved-schedules.ts'
import { numberLike, portNumber } from '../settings/option-values.ts'
import { addBehaviourOptions, addEnvOption } from '../settings/setting-options.ts'
import { UsualOption } from '../settings/usual-option.ts'
import { exampleText } from '../text/example-text.ts'
import type { ExploreFlags } from './run-exploration.ts'

export function addExplore(program: Command): void {
  addEnvOption(addBehaviourOptions(program.command('explore')), ', {folder} for an empty folder of the run')
    .argument('<command...>', 'what to run, after --')
    .usage('[options] -- <command> [arguments]')
    .description(
      'Run a command, such as your tests, again and again with a sandbox of its own, and change the order of events until it fails',
    )
    .option('--runs <number>', 'most runs (default: every single change and all pairs)', positive)
    .option(
      '--time <duration>',
      'most time, such as 5m; a command that runs then is stopped (default: 60s, if --runs is not given either)',
    )
    .addOption(
      new UsualOption('--only <changes>', `the changes to try, with commas between: ${changeNames.join(', ')}`, 'all'),
    )
    .addOption(new UsualOption('--found <folder>', 'where failures are saved', usualFolder))
    .option('--port <number>', 'port of the sandbox of every run, for a shop that keeps running', portNumber)
    .option('--keep-going', 'go on after a failure, and end with all distinct ones')
    .option('--partial', 'exit with 0 too if single changes were left untried')
    .option('--json', 'print each run and the result as a line of JSON; what the command prints goes to stderr')
    .addHelpText('after', exampleText('explore --env PAYMENTS_BASE_URL={url} -- npm test', notes))
    .action(async (command: readonly string[], flags: ExploreFlags) => {
      const { runExploration } = await import('./run-exploration.ts')
      await runExploration(command, flags)
    })
}

const notes = `--seed is the seed of the longer schedules too: the same seed plays the same runs.
Exit code: 0 if nothing was found, 5 if something was found, 7 if single changes were left untried; the command's own if it fails without any change.`

const positive = numberLike(/^0*[1-9]\d*$/, 'It is not a positive integer.')
