import { createOneByOne } from '../lib/calls.mjs'
import { compareLoads } from '../lib/compare-loads.mjs'

const transactions = 500

export const statusQuery = {
  name: 'status-query',
  title: 'status query GET /payments/{id}',
  how: `Status queries per second over 50 connections, for ${transactions} collections on file in turn that wait for their customer. The bare server gets the same requests.`,
  unit: '/s',
  goal: 0.7,
  async measure({ open, ...limits }) {
    const server = await open.sandbox({ args: ['--clock', 'frozen'] })
    const paths = (await createOneByOne(server, transactions)).map((id) => `/payments/${id}`)
    return compareLoads(limits, { server: await open.bare(), paths }, { server, paths })
  },
}
