// Social security numbers and dates of birth: clients get what the interface promises, and no file of the data folder holds them in plain.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { eventsPerSnapshot } from '../../src/projections/business-snapshots.ts'
import { businesses } from '../../src/projections/businesses.ts'
import { unpacked } from '../../src/stores/embedded/packing.ts'
import { until } from '../eventually.ts'
import { filled } from '../filled.ts'
import { acme, type Body, startTestService, type TestService } from './service.ts'

const test = suite('masked details')
let probity: TestService
let id: string
test.before(async () => {
  probity = await startTestService()
  const { body } = await probity.test.post('/v1/businesses', { ...acme, ...sent })
  id = body.id
})
test.after(() => probity.stop())

const [ssn, dob, ownersBirthday, tin, signalTin, batchBirthday, addedBirthday] = [
  '417382951',
  '1961-07-29',
  '1957-11-23',
  '528491637',
  '639517428',
  '1949-05-17',
  '1953-09-04',
] as const
const withHyphens = (number: string) => number.replace(/^(...)(..)/, '$1-$2-')
const everything = [ssn, tin, signalTin]
  .flatMap((number) => [number, withHyphens(number)])
  .concat(dob, ownersBirthday, batchBirthday, addedBirthday)

const sent = {
  tin: { tin: withHyphens(tin) },
  people: [{ name: 'Ann Doe', dob, ssn: withHyphens(ssn) }],
  ownership: [{ person: { name: 'Olive Stone', date_of_birth: ownersBirthday }, percentage: 60 }],
}

const get = async (query = ''): Promise<Body> => (await probity.test.get(`/v1/businesses/${id}${query}`)).body

/** All bytes of the data folder, renderings and events also unpacked. */
const stored = (): string => {
  const files = (folder: string): string[] =>
    readdirSync(folder).flatMap((name) => {
      const path = join(folder, name)
      return statSync(path).isDirectory() ? files(path) : [path]
    })
  return [...files(probity.dataDir).map((path) => readFileSync(path, 'latin1')), ...renderings(), ...blocks()].join('\n')
}

const readModels = <Row>(sql: string): readonly Row[] => {
  const file = new DatabaseSync(join(probity.dataDir, 'read-models.sqlite'), { readOnly: true })
  try {
    return file.prepare(sql).all() as Row[]
  } finally {
    file.close()
  }
}

const blocks = (): readonly string[] => {
  const file = new DatabaseSync(join(probity.dataDir, 'events.sqlite'), { readOnly: true })
  try {
    return file
      .prepare('select packed from events where length(packed) > 0')
      .all()
      .map(({ packed }) => unpacked(packed as Uint8Array))
  } finally {
    file.close()
  }
}

const renderings = (): readonly string[] =>
  readModels<{ readonly rendering: Uint8Array }>(`select rendering from "businesses_v${businesses.spec.version} renderings"`).map(
    ({ rendering }) => unpacked(rendering),
  )

const isReviewed = () => until('a rendering is kept', async () => (await get()).status === 'in_review' && renderings().length > 0)

test('a client gets the date of birth and the last four digits, from the document, from the kept answer and as of a moment', async () => {
  const isRight = ({ submitted, tin: shown }: Body) => {
    const [person] = submitted.people
    assert.equal([person.dob, person.ssn, submitted.tin.tin, shown.tin], [dob, '*****2951', '*****1637', '*****1637'])
  }
  isRight(await get())
  await isReviewed()
  isRight(await get())
  isRight(await get(`?as_of=${new Date().toISOString()}`))
})

test('the history and the feed show no SSN in plain, whatever changed', async () => {
  const { body: changed } = await probity.test.post('/v1/businesses', { ...acme, ...sent })
  for (const change of [
    { tin: { tin: withHyphens(signalTin) } },
    { tin: { tin: '93-7164582' } },
    { tin: { tin: withHyphens(tin) } },
    { people: [] },
    { people: sent.people },
  ])
    assert.is((await probity.test.patch(`/v1/businesses/${changed.id}`, change)).status, 200)
  const history = (await probity.test.get(`/v1/businesses/${changed.id}/events?per_page=100`)).text
  const feed = (await probity.test.get('/v1/events?limit=1000')).text
  for (const answer of [history, feed]) {
    assert.match(answer, '*****2951')
    assert.match(answer, '*****1637')
    assert.match(answer, '937164582')
    for (const number of filled([ssn, tin, signalTin].flatMap((each) => [each, withHyphens(each)]))) assert.not.match(answer, number)
  }
})

test('the feed shows no secret of a webhook, a user or a key', async () => {
  const secret = `whsec_${Buffer.from('nobody but the receiver knows it').toString('base64')}`
  const oidc = { token_url: 'http://127.0.0.1:9/token', client_id: 'probity', client_secret: 'hushed client' }
  const webhook = { url: 'http://127.0.0.1:9/', enabled_events: ['business.approved'] }
  const { body } = await probity.test.post('/v1/webhooks', { ...webhook, secret, oidc })
  const { body: rotated } = await probity.test.post(`/v1/webhooks/${body.id}/rotate_secret`)
  await probity.test.patch(`/v1/webhooks/${body.id}`, { oidc: { ...oidc, client_secret: 'hushed again' } })
  const { text } = await probity.test.get('/v1/events?limit=1000')
  for (const type of ['WebhookCreated', 'WebhookSecretReplaced', 'WebhookChanged', 'ApiKeyCreated']) assert.match(text, `"probity.${type}"`)
  assert.match(text, '"client_id":"probity"')
  assert.ok(rotated.secret.startsWith('whsec_') && rotated.secret !== secret)
  for (const hidden of [secret, rotated.secret, 'hushed client', 'hushed again', '$scrypt$', '_hash']) assert.not.match(text, hidden)
})

test('analysts see masks', async () => {
  const [row] = readModels<{ readonly submitted: string }>('select submitted from businesses')
  const { people, tin: masked, ownership } = JSON.parse(row?.submitted ?? '{}')
  assert.match(people[0].ssn, /^\*{5}2951 sealed:[\w-]+$/)
  assert.match(people[0].dob, /^\*{4}-\*\*-\*\* sealed:[\w-]+$/)
  assert.match(masked, /^\*{5}1637 sealed:/)
  assert.match(ownership.parties[0].date_of_birth, /^\*{4}-\*\*-\*\* sealed:/)
  assert.is(people[0].name, 'Ann Doe')
})

test('an EIN stays as it is, and the search finds it', async () => {
  const { body } = await probity.test.post('/v1/businesses', { ...acme, tin: { tin: '93-7164582' } })
  assert.is(body.tin.tin, '937164582')
  assert.is(readModels(`select 1 from businesses where search like '%937164582%'`).length, 1)
})

test('no file holds one in plain: after creation, review, many changes, a signal and a batch', async () => {
  await isReviewed()
  for (let count = 0; count < eventsPerSnapshot; count++)
    assert.is((await probity.test.patch(`/v1/businesses/${id}`, { tags: [`number ${count}`] })).status, 200)
  await until('a snapshot is kept', async () => readModels('select * from business_snapshots').length > 0)
  assert.is(
    (
      await probity.test.post('/v1/signals', {
        name: 'Signal Co',
        addresses: ['1 Main St, Portland, OR 97201'],
        tin: withHyphens(signalTin),
      })
    ).status,
    201,
  )
  const added = await probity.test.post('/v1/actions', {
    object_type: 'businesses',
    object_id: id,
    type: 'add_attributes',
    payload: { people: [{ name: 'Cyd Late', dob: addedBirthday }] },
  })
  assert.is(added.status, 201)
  const { body: action, text: told } = await probity.test.get(`/v1/actions/${added.body.id}?object_type=businesses&object_id=${id}`)
  assert.is(action.effects?.[0].diff.dob.after, addedBirthday, told)
  const csv = `name,address,person_name1,person_dob1\nBatch Co,"1 Main St, Portland, OR 97201",Una Bell,${batchBirthday}\n`
  const batch = { name: 'Companies', filename: 'companies.csv', csv: Buffer.from(csv).toString('base64') }
  assert.is((await probity.test.post('/v1/business_batches', batch)).status, 200)
  await until('the batch is done', async () => (await probity.test.get('/v1/businesses?q=Batch')).body.total_count === 1)

  const bytes = stored()
  assert.equal(
    everything.filter((value) => bytes.includes(value)),
    [],
  )
  assert.ok(bytes.includes('Ann Doe'), 'names of people are there: what is searched is what is stored')
})

test('the same person of an update keeps the id, and a changed date of birth shows in the history', async () => {
  const [before] = (await get()).submitted.people
  const people = [{ name: 'Ann Doe', dob: '1961-07-30', ssn: withHyphens(ssn) }]
  const ownership = [{ person: { name: 'Olive Stone', date_of_birth: ownersBirthday }, percentage: 61 }]
  const owner = (await probity.test.get(`/v1/businesses/${id}/ownership`)).body.parties[0].id
  assert.is((await probity.test.patch(`/v1/businesses/${id}`, { people, ownership })).status, 200)
  const [after] = (await get()).submitted.people
  assert.equal([after.id, after.dob], [before.id, '1961-07-30'])
  assert.is((await probity.test.get(`/v1/businesses/${id}/ownership`)).body.parties[0].id, owner)
  const { body } = await probity.test.get(`/v1/businesses/${id}/events`)
  assert.match(JSON.stringify(body.data.map(({ changes }: Body) => changes)), /1961-07-30/)
})

test.run()
