import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export const packageSize = {
  name: 'package-size',
  title: 'packed tarball, unpacked',
  how: 'The bytes of the unpacked package, as npm pack prints them. Measured once.',
  unit: 'MB',
  goal: 4,
  lessIsBetter: true,
  judged: 'sandbox',
  measure() {
    const cwd = fileURLToPath(new URL('../..', import.meta.url))
    const args = ['pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel=error']
    const [{ size, unpackedSize, entryCount }] = JSON.parse(execFileSync('npm', args, { cwd, encoding: 'utf8' }))
    return { sandbox: unpackedSize / 1e6, note: `${entryCount} files, packed ${(size / 1e6).toFixed(1)} MB` }
  },
}
