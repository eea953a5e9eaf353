// Where `listen` keeps what it has forwarded, and the secret that it signs with.
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { keptPlace } from '../../src/cli/listen-place.ts'
import { filled } from '../filled.ts'

const folder = mkdtempSync(join(tmpdir(), 'probity-listen-place-'))
test.before.each(() => {
  process.env.XDG_STATE_HOME = folder
})
test.after(() => rmSync(folder, { recursive: true }))

const listening = { service: 'http://127.0.0.1:3000', key: 'bvs_test_one', forwardTo: 'http://localhost:4000/' }
const place = { secret: 'whsec_x', cursor: '7', taken: ['a'] }

test('each service, key and address has a place of its own', () => {
  keptPlace(listening).write(place)
  assert.equal(keptPlace(listening).read(), place)
  for (const other of [{ service: 'http://127.0.0.1:3001' }, { key: 'bvs_test_two' }, { forwardTo: 'http://localhost:4001/' }])
    assert.is(keptPlace({ ...listening, ...other }).read(), undefined, JSON.stringify(other))
})

test('the secret is for the user alone, and the key is in no name', () => {
  keptPlace(listening).write(place)
  for (const name of filled(readdirSync(join(folder, 'probity')))) {
    assert.is(statSync(join(folder, 'probity', name)).mode & 0o777, 0o600)
    assert.not.match(name, /bvs_test|one/)
  }
})

test('of two that listen for one address, the one whose place was moved by the other ends; one alone goes on', () => {
  const [first, second] = [keptPlace(listening), keptPlace(listening)]
  for (const each of [first, second]) each.write(place)
  first.write({ ...place, cursor: '8' })
  first.write({ ...place, cursor: '9' })
  assert.throws(() => second.write({ ...place, cursor: '8' }), /another listen forwards to http:\/\/localhost:4000\/ with this key/)
  first.write({ ...place, cursor: '10' })
  assert.is(keptPlace(listening).read()?.cursor, '10')
})

test('a damaged file is named, with what to do', () => {
  keptPlace(listening).write(place)
  const [file = ''] = readdirSync(join(folder, 'probity'))
  writeFileSync(join(folder, 'probity', file), '{"secret":')
  assert.throws(() => keptPlace(listening).read(), new RegExp(`cannot read where it stopped, in .*${file} .*: remove the file`))
})

test.run()
