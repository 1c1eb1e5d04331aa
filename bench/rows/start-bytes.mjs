export const startBytes = {
  name: 'start-bytes',
  title: 'their bytes',
  how: 'As start-chunks, in kilobytes.',
  unit: 'kB',
  goal: 600,
  lessIsBetter: true,
  judged: 'sandbox',
  async measure({ open }) {
    const { bytes } = await (await open.sandbox({ isCounted: true })).counts()
    return { sandbox: bytes / 1000 }
  },
}
