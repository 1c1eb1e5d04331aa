import { compareLoads } from '../lib/compare-loads.mjs'

const request = { paths: ['/collections/mobilemoney'], body: '{}' }

export const invalid = {
  name: 'invalid',
  title: '400 with all messages',
  how: 'Create calls per second with the body {}, over 50 connections. The sandbox answers each with a 400 and a message for every rule of every field.',
  unit: '/s',
  goal: 0.68,
  async measure({ open, ...limits }) {
    const bare = { server: await open.bare(), ...request }
    const sandbox = { server: await open.sandbox(), ...request, refused: true }
    return compareLoads(limits, bare, sandbox)
  },
}
