import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export const packageSize = {
  name: 'package-size',
  title: 'package, unpacked',
  how: 'The bytes of the unpacked package, as npm pack prints them; 16.5 of it are the eight ready drivers. Measured once.',
  unit: 'MiB',
  goal: 22,
  lessIsBetter: true,
  judged: 'sandbox',
  measure() {
    const cwd = fileURLToPath(new URL('../..', import.meta.url))
    const args = ['pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel=error']
    const [{ size, unpackedSize, entryCount }] = JSON.parse(execFileSync('npm', args, { cwd, encoding: 'utf8' }))
    return { sandbox: unpackedSize / 2 ** 20, note: `${entryCount} files, packed ${(size / 2 ** 20).toFixed(1)} MiB` }
  },
}
