// The document for analysts: every SQL of it runs on the views of a service that is running, opened read-only, and answers right; every aggregation
// gives the same answer over the documents as they stand in MongoDB.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { aggregate } from 'mingo'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { projections } from '../../src/projections/all.ts'
import { encodeFields } from '../../src/stores/mongodb/documents.ts'
import { filled } from '../filled.ts'
import { startTestService, type TestService } from '../journeys/service.ts'
import { comparable, documentsIn, questions, seed } from './questions.ts'

const test = suite('analysing')
let service: TestService
let views: DatabaseSync

test.before(async () => {
  service = await startTestService()
  await seed(service)
  views = new DatabaseSync(join(service.dataDir, 'read-models.sqlite'), { readOnly: true })
})
test.after(async () => {
  views.close()
  await service.stop()
})

type Row = { readonly [column: string]: unknown }

const expected: { readonly [title: string]: (rows: readonly Row[]) => void } = {
  'How many of the decided businesses are approved, by month?': ([row]) => assert.equal([row?.decided, row?.approval_rate], [3, 0.667]),
  'How long does a review take?': ([row]) => assert.ok(row?.reviewed === 4 && Number(row?.mean_seconds) > 0),
  'How long do people then take to decide, at the median?': ([row]) => assert.is(row?.decided, 3),
  'Who decided: a person, an API key, or a policy?': ([row]) => assert.equal([row?.type, row?.decided, row?.approved], ['api_key', 3, 2]),
  'How many customers are in each risk tier, and when is the first of them due?': (rows) =>
    assert.is(
      rows.reduce((sum, { businesses }) => sum + Number(businesses), 0),
      2,
    ),
  'What spoke against the businesses that were rejected?': (rows) =>
    assert.ok(rows.some(({ concern }) => /inactive/i.test(String(concern)))),
  'Which businesses were approved although tasks of their review failed?': (rows) =>
    assert.equal(
      rows.map(({ name }) => name),
      ['Unregistered Business'],
    ),
  'Where are the businesses, and how many of them are rejected?': (rows) =>
    assert.equal(
      rows.map((row) => ({ ...row })),
      [
        { state: 'OR', businesses: 3, rejected: 0 },
        { state: 'TX', businesses: 1, rejected: 1 },
      ],
    ),
  'How much is secured by liens in each state?': (rows) =>
    assert.equal(
      rows.map((row) => ({ ...row })),
      [{ state: 'OR', liens: 2, principal_dollars: 1500 }],
    ),
  'Who decides on proposals, how, and after how long?': (rows) =>
    assert.equal(
      rows.map(({ status, proposals }) => [status, proposals]),
      [['refused', 1]],
    ),
  'How do the runs of each agent end, and how long do they take?': ([row]) =>
    assert.ok(row?.agent === 'business_verification' && row.status === 'completed' && Number(row.mean_seconds) > 0),
  'How is what the agents write rated, by month?': ([row]) => assert.equal([row?.rated, row?.positive], [1, 1]),
  'Which liens lapse within the next six years?': (rows) => assert.is(rows.length, 2),
}

test('there are a dozen questions, each with SQL and an aggregation', () => {
  assert.ok(questions.length >= 12)
  for (const { title, sql, collection, pipeline } of questions) assert.ok(sql && collection && pipeline.length > 0, title)
  for (const title of Object.keys(expected))
    assert.ok(
      questions.some((question) => question.title === title),
      title,
    )
})

for (const { title, sql } of filled(questions))
  test(`the SQL answers: ${title}`, () => {
    const rows = views.prepare(sql).all()
    assert.ok(rows.length > 0, 'it finds something')
    expected[title]?.(rows)
  })

for (const { title, sql, collection, pipeline } of filled(questions))
  test(`the aggregation answers as the SQL does: ${title}`, () => {
    const stored = [...documentsIn(views, collection)].map(([key, document]) => ({ _id: key, ...encodeFields(document) }))
    assert.equal(comparable(aggregate(stored, [...pipeline] as Parameters<typeof aggregate>[1])), comparable(views.prepare(sql).all()))
  })

test('every column that the document names is one of the view, and every column of the view is named', async () => {
  const { readFileSync } = await import('node:fs')
  const rows = readFileSync(join(import.meta.dirname, '../../docs/analysing.md'), 'utf8').matchAll(/^\| `(\w+)` \|[^|]*\| (.*) \|$/gm)
  for (const [, name, columns = ''] of filled(rows)) {
    const named = new Set([...columns.replaceAll(/\([^)]*\)/g, '').matchAll(/`(\w+)`/g)].map(([, column]) => column))
    const schema = projections.find(({ spec }) => spec.name === name)?.spec.schema?.properties
    assert.equal([...named].sort(), Object.keys(schema as object).sort(), name)
  }
})

test.run()
