import { basename } from 'node:path'

/** What a process did to the files of its data folder, and what it printed, in order. */
export type Done =
  | { readonly did: 'write'; readonly file: string; readonly at: number; readonly bytes: Buffer }
  | { readonly did: 'truncate'; readonly file: string; readonly size: number }
  | { readonly did: 'remove'; readonly file: string }
  | { readonly did: 'sync'; readonly file: string }
  | { readonly did: 'say'; readonly line: string }

const theFolder = '.'

/** What strace is asked for, so that `readLog` can read it. */
export const traced = [
  ...['-f', '-y', '-xx', '-s', '1000000'],
  ...['-e', 'trace=pwrite64,write,ftruncate,fsync,fdatasync,unlink,unlinkat,rename,renameat,renameat2'],
]

/** Reads a log of strace. A sync counts when it is over, all else when it begins. */
export function readLog(log: string, folder: string): readonly Done[] {
  const syncing = new Map<string, string>()
  return log.split('\n').flatMap((line): Done[] => {
    const [, pid = '', rest = ''] = /^(\d+) +(.*)$/.exec(line) ?? []
    if (/^<\.\.\. f(?:data)?sync resumed/.test(rest)) return [{ did: 'sync', file: syncing.get(pid) ?? '' }]
    const [, call = '', args = ''] = /^(\w+)\((.*)$/.exec(rest) ?? []
    const names = [...args.matchAll(/[<"]((?:\\x[0-9a-f]{2})+)[>"]/g)].map(([, hex = '']) => bytesOf(hex))
    const path = names[0]?.toString('utf8') ?? ''
    if (call === 'write' && args.startsWith('1<')) {
      return `${names[1] ?? ''}`.trimEnd().split('\n').map((said) => ({ did: 'say', line: said })) // biome-ignore format: short
    }
    if (!path.startsWith(folder) || / = -1 /.test(args)) return []
    const file = path === folder ? theFolder : basename(path)
    const [last = 0] = (/, (\d+)\)? /.exec(args.slice(args.lastIndexOf(', '))) ?? []).slice(1).map(Number)
    if (call === 'pwrite64') return [{ did: 'write', file, at: last, bytes: names[1] ?? Buffer.alloc(0) }]
    if (call === 'ftruncate') return [{ did: 'truncate', file, size: last }]
    if (call.startsWith('unlink')) return [{ did: 'remove', file }]
    if (call.startsWith('rename')) throw new Error(`A file is renamed, which no disk of this bar knows: ${line}`)
    if (!call.endsWith('sync')) return []
    if (!args.includes('unfinished')) return [{ did: 'sync', file }]
    syncing.set(pid, file)
    return []
  })
}

function bytesOf(hex: string): Buffer {
  return Buffer.from(hex.replaceAll('\\x', ''), 'hex')
}

/** What a disk makes of writes that were not synced when the power went. */
export const fates = ['all there', 'dropped', 'torn', 'reordered'] as const
export type Fate = (typeof fates)[number]

/** The files of a disk after the power went at the end of `done`. A sync makes everything before it of its file last. */
export function diskAfter(done: readonly Done[], fate: Fate, random: () => number): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>()
  const lastSync = new Map(done.flatMap((one, index) => (one.did === 'sync' ? [[one.file, index] as const] : [])))
  const change = done.findLastIndex(({ did }) => did === 'write' || did === 'truncate')
  for (const [index, one] of done.entries()) {
    if (one.did === 'say' || one.did === 'sync') continue
    // What the folder lists is synced with the folder itself.
    const isSynced = index < (lastSync.get(one.did === 'remove' ? theFolder : one.file) ?? -1)
    if (!isSynced && fate === 'dropped') continue
    if (!isSynced && fate === 'reordered' && random() < 0.5) continue
    const before = files.get(one.file) ?? Buffer.alloc(0)
    if (one.did === 'remove') files.delete(one.file)
    else if (one.did === 'truncate') files.set(one.file, sized(before, one.size))
    else {
      // A disk writes sectors whole.
      const isTorn = !isSynced && fate === 'torn' && index === change
      const kept = isTorn ? Math.floor((random() * one.bytes.length) / 512) * 512 : one.bytes.length
      const after = sized(before, Math.max(before.length, one.at + kept))
      one.bytes.copy(after, one.at, 0, kept)
      files.set(one.file, after)
    }
  }
  return files
}

function sized(bytes: Buffer, size: number): Buffer {
  return Buffer.concat([bytes.subarray(0, size)], size)
}
