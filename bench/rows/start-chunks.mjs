export const startChunks = {
  name: 'start-chunks',
  title: 'files of the program loaded before the ready line',
  how: 'The files of dist that `start` has loaded when it says that it is ready, on a new data folder. Counted once.',
  unit: 'files',
  goal: 70,
  lessIsBetter: true,
  judged: 'sandbox',
  async measure({ open }) {
    const { chunks } = await (await open.sandbox({ isCounted: true })).counts()
    return { sandbox: chunks }
  },
}
