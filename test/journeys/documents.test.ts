// Documents kept as evidence: an operator adds them, clients list them, and signed links serve them until they expire.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { runCommand } from '../cli/command.ts'
import { sigV4Server } from '../stores/sigv4-server.ts'
import { acme, type Body, startTestService, type TestService, verified } from './service.ts'

const test = suite('documents')
let probity: TestService
let id: string
let ahead = 0
const halfHour = 1_800_000
test.before(async () => {
  probity = await startTestService({}, { now: () => new Date(Date.now() + ahead) })
  ;({ id } = await verified(probity.test, acme))
})
test.after(() => probity.stop())

const articles = Buffer.from('%PDF-1.7 the articles of Acme Widgets')
const upload = {
  document_type: 'Articles of Incorporation',
  filename: "O’Brien's (articles) – señor.pdf",
  content_type: 'application/pdf',
  content: articles.toString('base64'),
  filing_date: '2024-02-29',
}
const add = (changes: object = {}) => probity.operator.post(`/operator/businesses/${id}/documents`, { ...upload, ...changes })
const list = async (): Promise<Body> => (await probity.test.get(`/v1/businesses/${id}/documents`)).body

test('a document that an operator adds is listed, is shown by itself, and is part of the business', async () => {
  assert.is((await add()).status, 201)
  const { data, total_count } = await list()
  assert.is(total_count, 1)
  const [document] = data
  assert.equal(
    [document.document_type, document.filename, document.size, document.filing_date, document.source.type],
    ['Articles of Incorporation', upload.filename, articles.length, '2024-02-29T00:00:00.000Z', 'uploaded'],
  )
  assert.is((await probity.test.get(`/v1/documents/${document.id}`)).body.id, document.id)
  assert.is((await probity.test.get(`/v1/businesses/${id}`)).body.documents[0].id, document.id)
})

test('the same bytes added again are the same document', async () => {
  await add()
  assert.is((await list()).total_count, 1)
})

test('the link serves the bytes without a sign-in until it expires', async () => {
  const [document] = (await list()).data
  const { body } = await probity.test.get(`/v1/documents/${document.id}/download_url`)
  const served = await fetch(body.data)
  assert.is(served.status, 200)
  assert.is(served.headers.get('content-type'), 'application/pdf')
  const name = 'O%E2%80%99Brien%27s%20%28articles%29%20%E2%80%93%20se%C3%B1or.pdf'
  assert.is(served.headers.get('content-disposition'), `attachment; filename*=UTF-8''${name}`)
  assert.equal(Buffer.from(await served.arrayBuffer()), articles)
  ahead = 3_540_000
  assert.is((await fetch(body.data)).status, 200, 'it works for an hour')
  ahead = 3_600_000 + halfHour
  assert.is((await fetch(body.data)).status, 404)
  ahead = 0
})

test('a document that a client has is 304 until its link is another one', async () => {
  const [{ id: documentId }] = (await list()).data
  const path = `/v1/documents/${documentId}`
  ahead = halfHour - (Date.now() % halfHour)
  const tag = (await probity.test.get(path)).headers.get('etag') ?? ''
  const again = async () => (await probity.test.get(path, { 'If-None-Match': tag })).status
  ahead += halfHour / 2
  assert.is(await again(), 304)
  ahead += halfHour / 2
  assert.is(await again(), 200)
  ahead = 0
})

test('a link that somebody changed is 404, and so is one to another document', async () => {
  const [document] = (await list()).data
  const link = (await probity.test.get(`/v1/documents/${document.id}/download_url`)).body.data as string
  assert.is((await fetch(`${link}x`)).status, 404)
  const other = '00000000-0000-4000-8000-000000000000'
  const answer = await fetch(link.replace(document.id, other))
  assert.is(answer.status, 404)
  assert.ok(((await answer.json()) as Body).errors[0].message)
})

test('documents of another account, and none at all, are 404', async () => {
  const [document] = (await list()).data
  const other = await probity.otherAccount()
  for (const path of [`/v1/documents/${document.id}`, `/v1/documents/${document.id}/download_url`, `/v1/businesses/${id}/documents`])
    assert.is((await other.get(path)).status, 404, path)
  assert.is((await probity.test.get('/v1/documents/00000000-0000-4000-8000-000000000000')).status, 404)
})

test('an empty file, and one with folders in its name, are refused', async () => {
  assert.is((await add({ content: '' })).status, 422)
  assert.is((await add({ filename: '../articles.pdf' })).status, 422)
})

test('documents lie in an S3-compatible store where one is set, as nobody could read them there', async () => {
  const keys = { accessKeyId: 'AKIATEST', secretAccessKey: 'a-secret' }
  const store = await sigV4Server(keys)
  try {
    await probity.restart({ S3_URL: `${store.url}/bucket`, S3_ACCESS_KEY_ID: keys.accessKeyId, S3_SECRET_ACCESS_KEY: keys.secretAccessKey })
    const bytes = Buffer.from('%PDF-1.7 kept in a bucket')
    const added = await add({ content: bytes.toString('base64'), filename: 'bucket.pdf' })
    assert.is(added.status, 201, added.text)
    const { data } = (await probity.test.get(`/v1/documents/${added.body.id}/download_url`)).body
    assert.equal(Buffer.from(await (await fetch(data)).arrayBuffer()), bytes)
    assert.is(store.objects.size, 1)
    assert.not.ok([...store.objects.values()][0]?.includes('kept in a bucket'))
  } finally {
    store.close()
    await probity.restart()
  }
})

test('npm run desk adds a file from the command line', async () => {
  const file = join(probity.dataDir, 'standing.txt')
  writeFileSync(file, 'in good standing')
  const desk = (...args: string[]) =>
    runCommand('desk', args, { ...process.env, DATA_DIR: probity.dataDir, MASTER_KEY: Buffer.alloc(32, 9).toString('base64') })
  const added = await desk('documents', 'add', id, 'Certificate of Good Standing', file)
  assert.match(added.output, /added standing.txt/)
  assert.is((await list()).total_count, 3)
  assert.match((await desk('documents', id)).stdout, /standing.txt/)
})

test.run()
