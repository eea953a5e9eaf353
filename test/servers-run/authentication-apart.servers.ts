// The database that analysts read holds no secrets of signing in: they are in one of their own beside it, also after an upgrade.
import { randomUUID } from 'node:crypto'
import { EJSON } from 'bson'
import { MongoClient } from 'mongodb'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { rebuild } from '../../src/audit/rebuild.ts'
import { projections } from '../../src/projections/all.ts'
import { planVersions } from '../../src/projections/versions.ts'
import type { DocumentStore } from '../../src/stores/document-store.ts'
import { openMongoDocumentStore } from '../../src/stores/mongodb/document-store.ts'
import { answers, earlier, everySecret, plainName, rightAnswers, secretsIn, signInEvents } from '../contract/authentication-apart.ts'
import { startMongoServer } from '../servers/mongodb.ts'
import { openStores } from '../stores/log.ts'

const test = suite('authentication apart (MongoDB)')
const given = process.env.MONGODB_URL
const server = given === undefined ? await startMongoServer() : undefined
const url = given ?? server?.url ?? ''
const client = new MongoClient(url)
const stores = await openStores()
await signInEvents(stores)
let database = ''
let documents: DocumentStore

test.before.each(async () => {
  database = `probity_test_${randomUUID().slice(0, 8)}`
  documents = await openMongoDocumentStore({ url, database })
})
test.after.each(async () => {
  await documents.close()
  for (const name of [database, `${database}_authentication`]) await client.db(name).dropDatabase()
})
test.after(async () => {
  await client.close()
  await stores.close()
  await server?.stop()
})

/** All documents of all collections and views of a database. */
const contentOf = async (name: string): Promise<string> => {
  const db = client.db(name)
  const collections = await db.listCollections({}, { nameOnly: true }).toArray()
  const found = await Promise.all(collections.map((each) => db.collection(each.name).find().toArray()))
  return collections.map((each) => each.name).join() + EJSON.stringify(found)
}

const folded = async (release = projections) => {
  await documents.define(release.map(({ spec }) => spec))
  await rebuild(stores.log, documents, release)
}

test('what analysts read holds none of the secrets, and authentication is answered from a database of its own', async () => {
  await folded()
  assert.equal(secretsIn(await contentOf(database)), [])
  assert.match(await contentOf(database), plainName)
  assert.equal(secretsIn(await contentOf(`${database}_authentication`)), everySecret)
  assert.equal(await answers(documents), rightAnswers)
})

test('after an upgrade instances of both releases answer, until the old versions are dropped from the analysts’ database', async () => {
  await folded(earlier)
  assert.equal(secretsIn(await contentOf(database)), everySecret, 'the earlier release kept them there')
  const old = documents
  documents = await openMongoDocumentStore({ url, database })
  try {
    const { serving, building } = await planVersions(documents, projections)
    await documents.define([...building, ...serving].map(({ spec }) => spec))
    await rebuild(stores.log, documents, building)
    assert.equal(await answers(documents), rightAnswers, 'the old versions answer while the new ones are built')
    assert.equal(await answers(old), rightAnswers)
    await documents.define(projections.map(({ spec }) => spec))
    assert.equal(await answers(documents), rightAnswers, 'then the new ones do')

    await documents.close()
    documents = await openMongoDocumentStore({ url, database })
    await documents.define(projections.map(({ spec }) => spec))
    for (const { spec } of building) await documents.drop(`${spec.name}@${spec.version - 1}`)
    assert.equal(secretsIn(await contentOf(database)), [])
    const left = (await client.db(database).listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name)
    assert.equal(
      left.filter((name) => /^(users|api_keys|oauth_clients|access_tokens)(_v|$)/.test(name)),
      [],
    )
    assert.equal(await answers(documents), rightAnswers)
  } finally {
    await old.close()
  }
})
test.run()
