// Writes the interface description as clients get it, for generators of clients and for linters: of the first version, or of the one that is named.
//   node scripts/with-runtime.mjs scripts/openapi.ts FILE [VERSION | newest] [--without-webhooks]
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../src/config.ts'
import { defaultVersion, newestVersion } from '../src/interface/versions.ts'
import { startService } from '../src/service.ts'

const { positionals, values } = parseArgs({ allowPositionals: true, options: { 'without-webhooks': { type: 'boolean', default: false } } })
const [file, version = defaultVersion] = positionals
if (file === undefined) {
  console.error('name the file to write: scripts/openapi.ts FILE [VERSION | newest] [--without-webhooks]')
  process.exit(2)
}

const folder = mkdtempSync(join(tmpdir(), 'probity-'))
const service = await startService(
  readConfig({ PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent', MASTER_KEY: Buffer.alloc(32, 1).toString('base64') }),
)
try {
  const query = new URLSearchParams({
    version: version === 'newest' ? newestVersion : version,
    webhooks: String(!values['without-webhooks']),
  })
  const answer = await fetch(`${service.url}/openapi.json?${query}`)
  if (!answer.ok) throw new Error(await answer.text())
  writeFileSync(file, `${JSON.stringify(await answer.json(), null, 2)}\n`)
} finally {
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
}
