#!/usr/bin/env node
import { run } from '../dist/cli.cjs'

await run(process.argv)
