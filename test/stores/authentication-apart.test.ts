// The file that analysts open holds no secrets of signing in, neither in documents nor in what a former release or a rebuild left in its pages.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { rebuild } from '../../src/audit/rebuild.ts'
import { projections } from '../../src/projections/all.ts'
import { dropMoved, planVersions } from '../../src/projections/versions.ts'
import {
  answers,
  earlier,
  everySecret,
  ofAuthentication,
  plainName,
  rightAnswers,
  secretsIn,
  signInEvents,
} from '../contract/authentication-apart.ts'
import { openStores, type Stores } from './log.ts'

const test = suite('authentication apart (embedded)')
let stores: Stores
test.before.each(async () => {
  stores = await openStores()
  await signInEvents(stores)
})
test.after.each(() => stores.close())

/** All bytes of a database, with those of its write-ahead log. */
const bytesOf = (name: string): Buffer =>
  Buffer.concat(
    ['', '-wal'].flatMap((suffix) => {
      const file = join(stores.folder, `${name}.sqlite${suffix}`)
      return existsSync(file) ? [readFileSync(file)] : []
    }),
  )

const folded = async (release = projections) => {
  await stores.documents.define(release.map(({ spec }) => spec))
  await rebuild(stores.log, stores.documents, release)
}

test('what analysts open holds none of the secrets, and authentication is answered from a file of its own', async () => {
  await folded()
  assert.equal(secretsIn(bytesOf('read-models')), [])
  assert.ok(bytesOf('read-models').includes(plainName))
  assert.equal(secretsIn(bytesOf('authentication')), everySecret)
  assert.equal(await answers(stores.documents), rightAnswers)
})

test('either file can be deleted and is built again from the log', async () => {
  await folded()
  for (const name of ['authentication', 'read-models']) {
    for (const suffix of ['', '-wal', '-shm']) rmSync(join(stores.folder, `${name}.sqlite${suffix}`), { force: true })
    const before = stores
    stores = await openStores(before.folder)
    await before.documents.close()
    await stores.documents.define(projections.map(({ spec }) => spec))
    const lost = name === 'authentication' ? ofAuthentication.length : projections.length - ofAuthentication.length
    const kept = await stores.documents.checkpoints(
      projections.map(({ spec }) => spec.name),
      'all',
    )
    assert.is(projections.length - kept.size, lost)
    await folded()
    assert.equal(await answers(stores.documents), rightAnswers)
    assert.is(await stores.documents.count('accounts'), 1)
  }
})

test('a folder of an earlier release loses its secrets at the first start, and they are built apart', async () => {
  await folded(earlier)
  assert.equal(secretsIn(bytesOf('read-models')), everySecret, 'the earlier release kept them there')
  stores = await stores.reopen()

  await dropMoved(stores.documents, projections)
  assert.equal(secretsIn(bytesOf('read-models')), [])
  assert.ok(bytesOf('read-models').includes(plainName), 'the others stay')
  const { serving, building } = await planVersions(stores.documents, projections)
  assert.equal([serving, building], [projections, []], 'nothing of the earlier release answers')
  await folded()
  assert.equal(await answers(stores.documents), rightAnswers)
  assert.equal(secretsIn(bytesOf('read-models')), [])
})

test('a start that finds nothing moved drops nothing', async () => {
  await folded()
  await dropMoved(stores.documents, projections)
  assert.equal(await answers(stores.documents), rightAnswers)
})
test.run()
