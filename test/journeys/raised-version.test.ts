import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import { registerAbandonedBuild } from './abandoned-build.ts'
import { registerRaisedVersion } from './raised-version.ts'

const test = suite('a raised version')
const [raised, abandoned] = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'probity-raised-'))) as [string, string]

test.after(() => {
  for (const folder of [raised, abandoned]) rmSync(folder, { recursive: true })
})
registerRaisedVersion(test, 'embedded stores', () => [{ DATA_DIR: raised }])
registerAbandonedBuild(test, 'embedded stores', () => [{ DATA_DIR: abandoned }])
test.run()
