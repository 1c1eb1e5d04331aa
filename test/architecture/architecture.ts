import { posix } from 'node:path'
import { type ImportGraph, importCircles } from './import-circles.ts'
import { type Import, type SourceFacts, sourceFacts, type Use } from './source-facts.ts'

/** The rules of the house as tables; every path is relative to `src/`. */
export interface Rules {
  /** Folder or file at the top of `src/`, or a room with a row of its own -> what it may import: a folder, a file, `everything`, or `types of` a folder. */
  readonly mayImport: Readonly<Record<string, readonly string[]>>
  /** Rooms of a folder -> the other rooms of that folder it may import. */
  readonly rooms: Readonly<Record<string, readonly string[]>>
  /** Importable by everyone. */
  readonly common: readonly string[]
  /** Paths (or their beginnings) of what runs in a browser, without Node. */
  readonly inBrowser: readonly string[]
  /** Package -> the paths (or their beginnings) that may import it; a package without a row is free. */
  readonly packageHomes: Readonly<Record<string, readonly string[]>>
  /** Names of the platform with one home each, and what to write elsewhere. */
  readonly nameHomes: readonly {
    readonly names: readonly string[]
    readonly homes: readonly string[]
    readonly instead: string
  }[]
}

/** Every breach of the rules in a set of source files, as `file:line what: what to do`. */
export function breaches(files: ReadonlyMap<string, string>, rules: Rules): string[] {
  const names = new Set(rules.nameHomes.flatMap((row) => row.names))
  const facts = [...files].map(([path, text]): [string, SourceFacts] => [path, sourceFacts(path, text, names)])
  return [
    ...facts.flatMap(([path, { imports, uses }]) => breachesOfFile(path, imports, uses, rules)),
    ...circles(facts, rules),
  ]
}

function breachesOfFile(path: string, imports: readonly Import[], uses: readonly Use[], rules: Rules): string[] {
  if (!(partOf(path, rules) in rules.mayImport)) {
    return [
      `src/${path} is in no known folder: put it in one of ${Object.keys(rules.mayImport).join(', ')}, or add a row to the table`,
    ]
  }
  return [
    ...imports.flatMap((found) => refusal(path, found, rules).map((why) => `src/${path}:${found.line} ${why}`)),
    ...uses.flatMap((use) => misuse(path, use, rules).map((why) => `src/${path}:${use.line} ${why}`)),
  ]
}

function refusal(path: string, { specifier, typeOnly }: Import, rules: Rules): string[] {
  if (specifier === null)
    return ['imports a computed name: write the module as a string, so that its rule can be checked']
  if (!specifier.startsWith('.')) return refusalOfPackage(path, specifier, rules)
  const target = targetOf(path, specifier)
  if (target === '../package.json') return []
  // The shop of the demo is shown to its readers as a file of its own.
  if (path.startsWith('cli/') && target === '../fixtures/demo/shop.mjs') return []
  if (target.startsWith('../'))
    return [`imports ${specifier}: nothing outside src/ is part of the package, move it into src/`]
  const part = partOf(path, rules)
  const allowed = [...(rules.mayImport[part] ?? []), ...rules.common, part]
  if (allowed.some((entry) => permits(entry, target, typeOnly))) return refusalOfRoom(path, target, rules)
  return [
    `imports ${target}: ${part} may import only ${allowed.join(', ')}; move the code, or let sandbox.ts pass in what it needs`,
  ]
}

function refusalOfRoom(path: string, target: string, { rooms }: Rules): string[] {
  const [own, other] = [posix.dirname(path), posix.dirname(target)]
  const allowed = rooms[own]
  if (allowed === undefined || own === other || !(other in rooms) || topOf(own) !== topOf(other)) return []
  if (allowed.includes(other)) return []
  return [`imports ${target}: ${own} may import only ${allowed.join(', ') || 'no other room'}; move the code`]
}

function refusalOfPackage(path: string, specifier: string, rules: Rules): string[] {
  const name = specifier.startsWith('node:')
    ? specifier
    : specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
  if (name.startsWith('node:') && isAt(path, rules.inBrowser)) return [`imports ${name}: a browser has nothing of Node`]
  const homes = rules.packageHomes[name]
  if (!homes || isAt(path, homes)) return []
  return [`imports ${name}: only ${homes.join(', ') || 'no file'} may; go through what that offers`]
}

function misuse(path: string, { name }: Use, rules: Rules): string[] {
  const rule = rules.nameHomes.find(({ names }) => names.includes(name))
  if (!rule || isAt(path, rule.homes)) return []
  return [`uses ${name}: its home is ${rule.homes.join(', ') || 'nowhere'}; ${rule.instead}`]
}

/** One sentence for every circle of folders, and of files, that import each other: types and lazy imports count. */
function circles(facts: readonly (readonly [string, SourceFacts])[], rules: Rules): string[] {
  const files = importGraph(facts, (path) => path)
  const partIn = (path: string) => partOf(path, rules)
  const known = facts.filter(([path]) => partIn(path) in rules.mayImport)
  return [importGraph(known, partIn), files]
    .flatMap(importCircles)
    .map((circle) => `src: ${[...circle, circle[0]].join(' -> ')} import each other: turn one arrow round`)
}

/** The imports within src between what `nameOf` makes of files: the files themselves, or their folders. */
function importGraph(
  facts: readonly (readonly [string, SourceFacts])[],
  nameOf: (path: string) => string,
): ImportGraph {
  const names = new Set(facts.map(([path]) => nameOf(path)))
  const graph = new Map([...names].map((name) => [name, new Set<string>()]))
  for (const [path, { imports }] of facts) {
    for (const { specifier } of imports) {
      const target = specifier?.startsWith('.') ? nameOf(targetOf(path, specifier)) : null
      if (target !== null && target !== nameOf(path) && names.has(target)) graph.get(nameOf(path))?.add(target)
    }
  }
  return graph
}

/** `flows/payments/query.ts` is part of `flows`, `sandbox.ts` is `sandbox`; a room with a row of its own is a part too. */
function partOf(path: string, { mayImport }: Rules): string {
  const room = path.split('/', 2).join('/')
  return room in mayImport ? room : topOf(path)
}

function topOf(path: string): string {
  return withoutExtension(path).split('/', 1).join()
}

function targetOf(path: string, specifier: string): string {
  return posix.join(posix.dirname(path), specifier)
}

function permits(entry: string, target: string, typeOnly: boolean): boolean {
  if (entry === 'everything') return true
  const [, ofTypes] = /^types of (.+)$/.exec(entry) ?? []
  if (ofTypes !== undefined) return typeOnly && permits(ofTypes, target, true)
  return withoutExtension(target) === entry || target.startsWith(`${entry}/`)
}

function isAt(path: string, homes: readonly string[]): boolean {
  return homes.some((home) => path.startsWith(home))
}

function withoutExtension(path: string): string {
  return path.replace(/\.tsx?$/, '')
}
