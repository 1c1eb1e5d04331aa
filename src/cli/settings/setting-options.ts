import { type Command, Option } from 'commander'
import { flows } from '../../domain/transaction.ts'
import { levels } from '../../report/finding-rule.ts'
import { collect, portNumber, wholeNumber } from './option-values.ts'
import { UsualOption } from './usual-option.ts'

export function addSettingOptions(command: Command): Command {
  command
    .addOption(
      new UsualOption('--port <number>', 'port to listen on; 0 takes a free one', '4747').argParser(portNumber),
    )
    .addOption(
      new UsualOption(
        '--host <address>',
        'address to listen on; one that other machines can reach needs --token',
        '127.0.0.1',
      ),
    )
    .option('--allow-host <name>', 'another Host name to answer to; can be given several times', collect)
    .option('--token <secret>', 'secret that /_sandbox demands in the header x-sandbox-token')
    .option(
      '--container',
      'what a container needs: listen on all addresses with a token (a new one if none is set), answer to names without a dot, send webhooks to its networks and its host',
    )
    .addOption(
      new UsualOption(
        '--data <folder>',
        'folder that keeps the state; :memory: keeps it in memory only',
        '.payments-sandbox',
      ),
    )
    .option('--durable', 'wait for the disk at every commit: slower, but nothing is lost when the power fails')
    .option('--backup-to <folder>', 'folder for backups through HTTP (default: backups in the data folder)')
    .addOption(
      new UsualOption(
        '--slots <list>',
        'slots of keys that this process of a shared sandbox serves, such as 0-204,300',
        'all',
      ),
    )
    .addOption(new UsualOption('--drain <duration>', 'how long SIGTERM lets calls go on, not ready any more', '0s'))
  return addBehaviourOptions(command)
}

/** Adds the options about the behaviour of a sandbox, wherever it runs. */
export function addBehaviourOptions(command: Command): Command {
  command.option('--config <file>', 'config file (default: payments-sandbox.config.yaml, if it exists)')
  return command
    .addOption(scenariosOption())
    .addOption(new UsualOption('--seed <number>', 'seed of every id and number', '1').argParser(wholeNumber))
    .addOption(
      new UsualOption(
        '--mode <mode>',
        'automatic, or manual: a transaction without a chosen scenario waits for you',
        'automatic',
      ),
    )
    .option('--callback-url <url>', 'where webhooks go when a request names no callbackURL')
    .addOption(new UsualOption('--clock <clock>', 'real, frozen, or an ISO 8601 time to freeze at', 'real'))
}

/** Where scenario files are: for a sandbox, and for commands that read them without one. */
export function scenariosOption(): Option {
  const about = 'folder or file of your scenarios; can be given several times'
  return new UsualOption('--scenarios <path>', about, './scenarios').argParser(collect).conflicts('url')
}

export function addEnvOption(command: Command, further = ''): Command {
  return command.option(
    '--env <name=template>',
    `a further variable for the command; {url}, {apiKey} and {webhookSecret} stand for the values${further}; can be given several times`,
    collect,
  )
}

export function situationsFlowOption(): Option {
  const about = 'show the situations of this flow (default: of every flow in use)'
  return new Option('--flow <flow>', about).choices(flows)
}

/** The gravest finding that a run may have. */
export function addFailOn(command: Command): Command {
  return command.addOption(
    new Option('--fail-on <level>', 'fail on findings of this level and more serious ones').choices(levels),
  )
}
