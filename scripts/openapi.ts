// Writes the interface description as clients get it, for generators of clients and for linters: of the first version, or of the one that is named.
//   node scripts/with-runtime.mjs scripts/openapi.ts FILE [VERSION | newest] [--without-webhooks]
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { defaultVersion, newestVersion } from '../src/interface/versions.ts'
import { interfaceDescription } from './interface-description.ts'

const { positionals, values } = parseArgs({ allowPositionals: true, options: { 'without-webhooks': { type: 'boolean', default: false } } })
const [file, version = defaultVersion] = positionals
if (file === undefined) {
  console.error('name the file to write: scripts/openapi.ts FILE [VERSION | newest] [--without-webhooks]')
  process.exit(2)
}

const description = await interfaceDescription(version === 'newest' ? newestVersion : version, { webhooks: !values['without-webhooks'] })
writeFileSync(file, `${JSON.stringify(description, null, 2)}\n`)
