import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import { registerRaisedVersion } from './raised-version.ts'

const test = suite('a raised version')
const folder = mkdtempSync(join(tmpdir(), 'probity-raised-'))

test.after(() => rmSync(folder, { recursive: true }))
registerRaisedVersion(test, 'embedded stores', () => [{ DATA_DIR: folder }])
test.run()
