// The aggregations of docs/analysing.md on a server: over documents as the adapter lays them down, each answers as the SQL over the same documents does.
// A server that stands in for MongoDB lacks operators: it runs as many stages as it knows, and mingo the rest over its answer.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { aggregate } from 'mingo'
import { MongoClient, MongoServerError } from 'mongodb'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { projections } from '../../src/projections/all.ts'
import { openMongoDocumentStore } from '../../src/stores/mongodb/document-store.ts'
import { comparable, documentsIn, questions, seed } from '../docs/questions.ts'
import { filled } from '../filled.ts'
import { startTestService } from '../journeys/service.ts'
import { startMongoServer } from '../servers/mongodb.ts'

const test = suite('analysing in MongoDB')
const given = process.env.MONGODB_URL
const server = given === undefined ? await startMongoServer() : undefined
const url = given ?? server?.url ?? ''
const database = `probity_analysing_${randomUUID().slice(0, 8)}`
const service = await startTestService()
await seed(service)
const views = new DatabaseSync(join(service.dataDir, 'read-models.sqlite'), { readOnly: true })
const client = new MongoClient(url)
const versions = new Map(projections.map(({ spec }) => [spec.name, spec.version]))

test.before(async () => {
  const store = await openMongoDocumentStore({ url, database })
  const collections = new Set(questions.map(({ collection }) => collection))
  await store.define(projections.map(({ spec }) => spec).filter(({ name }) => collections.has(name)))
  for (const collection of collections) {
    const changes = [...documentsIn(views, collection)].map(([key, document]) => ({ key, document, position: 1n }))
    await store.commit([{ collection, partition: 'all', changes, position: 1n }])
  }
  await store.close()
})
test.after(async () => {
  await client.db(database).dropDatabase()
  await client.close()
  await server?.stop()
  views.close()
  await service.stop()
})

/** CommandNotSupported, NotImplemented. */
const lacking = new Set([115, 238])

/** What FerretDB does as MongoDB does; elsewhere it drops fields, and takes the path of one for a text or for nothing. */
const isReliable = (stage: object): boolean =>
  '$match' in stage ||
  '$sort' in stage ||
  ('$group' in stage && Object.values(stage.$group as object).every((each) => typeof each === 'string' || each?.$sum === 1))

const answerOf = async (collection: string, pipeline: readonly object[]): Promise<readonly object[]> => {
  const stored = client.db(database).collection(`${collection}_v${versions.get(collection)}`)
  if (!server) return stored.aggregate([...pipeline]).toArray()
  const first = pipeline.findIndex((stage) => !isReliable(stage))
  for (let known = first < 0 ? pipeline.length : first; ; known--)
    try {
      const stages = pipeline.slice(0, known)
      return aggregate(await stored.aggregate(stages).toArray(), pipeline.slice(known) as Parameters<typeof aggregate>[1])
    } catch (error) {
      if (known === 0 || !(error instanceof MongoServerError) || !lacking.has(Number(error.code))) throw error
    }
}

for (const { title, sql, collection, pipeline } of filled(questions))
  test(title, async () => {
    assert.equal(comparable(await answerOf(collection, pipeline)), comparable(views.prepare(sql).all()))
  })

test.run()
