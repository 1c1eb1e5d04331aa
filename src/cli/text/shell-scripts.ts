import { shellQuoted } from '../../text.ts'

/**
 * The completion script of each shell. Kept libraries (such as @bomb.sh/tab 0.0.22) start this program at each Tab, run what
 * is typed through `eval`, and complete no file names.
 */
export const shellScripts = { bash, zsh, fish } as const

/** What can follow some words of a command line. */
export interface Completion {
  /** Empty after the program's own name. */
  readonly words: readonly string[]
  readonly commands: readonly Described[]
  readonly options: readonly (Described & { readonly values: readonly string[]; readonly takesValue: boolean })[]
  /** The values of its first argument, if they are known. */
  readonly values: readonly string[]
}

interface Described {
  readonly name: string
  readonly about: string
}

function bash(all: readonly Completion[]): string {
  return `# payments-sandbox: completion for bash
_payments_sandbox() {
  local at="" word cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" found=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$at $word" in
      ${known(all)}) at="$at $word" ;;
    esac
  done
  case "$at $prev" in
${valuesOf(all, (values) => `found="${values.join(' ')}"`)}
    *) case "$at" in
${all.map((one) => `      ${at(one.words)}) found="${namesOf(one).join(' ')}" ;;`).join('\n')}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$found" -- "$cur"))
}
complete -o default -F _payments_sandbox payments-sandbox
`
}

function zsh(all: readonly Completion[]): string {
  const described = ({ name, about }: Described) => shellQuoted(`${name}:${about.replaceAll(':', ' -')}`)
  const found = (one: Completion) =>
    [...one.commands.map(described), ...one.values.map(shellQuoted), ...one.options.map(described)].join(' ')
  return `#compdef payments-sandbox
# payments-sandbox: completion for zsh
_payments_sandbox() {
  local at="" word prev="\${words[CURRENT-1]}"
  local -a found
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at $word" in
      ${known(all)}) at="$at $word" ;;
    esac
  done
  case "$at $prev" in
${valuesOf(all, (values) => `found=(${values.map(shellQuoted).join(' ')})`)}
    *) case "$at" in
${all.map((one) => `      ${at(one.words)}) found=(${found(one)}) ;;`).join('\n')}
    esac ;;
  esac
  _describe payments-sandbox found || _files
}
if [ "$funcstack[1]" = "_payments_sandbox" ]; then
  _payments_sandbox "$@"
else
  compdef _payments_sandbox payments-sandbox
fi
`
}

function fish(all: readonly Completion[]): string {
  const lines = all.flatMap((one) => {
    const seen = one.words.map((word) => `__fish_seen_subcommand_from ${word}`)
    const below = one.commands.map(({ name }) => name).join(' ')
    const isLast = below === '' ? [] : [`not __fish_seen_subcommand_from ${below}`]
    const complete = `complete -c payments-sandbox -n ${shellQuoted([...seen, ...isLast].join('; and '))}`
    return [
      ...one.commands.map(({ name, about }) => `${complete} -f -a ${name} -d ${shellQuoted(about)}`),
      ...(one.values.length === 0 ? [] : [`${complete} -f -a ${shellQuoted(one.values.join(' '))}`]),
      ...one.options.map(({ name, about, values, takesValue }) => {
        const value = values.length === 0 ? '' : ` -f -a ${shellQuoted(values.join(' '))}`
        return `${complete} -l ${name.slice(2)}${takesValue ? ' -r' : ''}${value} -d ${shellQuoted(about)}`
      }),
    ]
  })
  return `# payments-sandbox: completion for fish\n${lines.join('\n')}\n`
}

/** The words so far as the scripts keep them: each after a blank. */
function at(words: readonly string[]): string {
  return `"${words.map((word) => ` ${word}`).join('')}"`
}

/** All commands as the patterns of one case. */
function known(all: readonly Completion[]): string {
  return all
    .filter(({ words }) => words.length > 0)
    .map(({ words }) => at(words))
    .join('|')
}

/** One branch for each option with known values. */
function valuesOf(all: readonly Completion[], found: (values: readonly string[]) => string): string {
  const branches = all.flatMap(({ words, options }) =>
    options
      .filter(({ values }) => values.length > 0)
      .map(({ name, values }) => `    ${at([...words, name])}) ${found(values)} ;;`),
  )
  return branches.join('\n')
}

function namesOf({ commands, values, options }: Completion): readonly string[] {
  return [...commands.map(({ name }) => name), ...values, ...options.map(({ name }) => name)]
}
