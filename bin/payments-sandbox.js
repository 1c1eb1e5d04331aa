#!/usr/bin/env node
import './compile-cache.js'
import { createRequire } from 'node:module'

await createRequire(import.meta.url)('../dist/cli.cjs').run(process.argv)
