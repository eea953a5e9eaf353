#!/usr/bin/env node
// npx probity: the command line of an account's records and webhooks, from a checkout.
process.env.PROBITY_RUN_AS = 'npx probity'
process.argv.splice(2, 0, 'src/cli/cli.ts')
await import('./with-runtime.mjs')
