#!/usr/bin/env -S node --
import { run } from '../dist/cli.cjs'

await run(process.argv)
