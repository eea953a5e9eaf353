// Files in a folder, among records and in an S3-compatible store: one contract for all, and what each does when its place is damaged or away.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { StoreUnavailable } from '../../src/stores/event-store.ts'
import { DamagedFile, type Files, folderFiles, nameOf, recordFiles } from '../../src/stores/files.ts'
import { s3Files } from '../../src/stores/s3-files.ts'
import { memoryRecords } from '../http/memory-records.ts'
import { type SigV4Server, sigV4Server } from './sigv4-server.ts'

const test = suite('files')
const keys = { accessKeyId: 'AKIATEST', secretAccessKey: 'a-secret/with+signs' }
let folder: string
let store: SigV4Server
const s3 = (changes: object = {}) => s3Files({ url: `${store.url}/bucket/documents`, region: 'eu-central-1', ...keys, ...changes })
test.before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'probity-files-'))
  store = await sigV4Server(keys)
})
test.after(() => {
  rmSync(folder, { recursive: true })
  store.close()
})

const bytes = Buffer.from([0, 1, 2, 255, 254, 10, 13])
const adapters: { readonly [name: string]: () => Files } = {
  'a folder': () => folderFiles(join(folder, 'documents')),
  records: () => recordFiles(memoryRecords()),
  'an S3-compatible store': () => s3(),
}

for (const [name, open] of Object.entries(adapters)) {
  test(`${name} gives back what was written, under the hash of it`, async () => {
    const files = open()
    const written = await files.write(bytes)
    assert.is(written, nameOf(bytes))
    assert.equal(await files.read(written), bytes)
  })

  test(`${name} takes the same bytes twice, and large ones`, async () => {
    const files = open()
    assert.is(await files.write(bytes), await files.write(bytes))
    const large = Buffer.alloc(9 * 1024 * 1024, 7)
    assert.ok((await files.read(await files.write(large)))?.equals(large))
  })

  test(`${name} has nothing under a name that was never written`, async () => {
    assert.is(await open().read(nameOf(Buffer.from('nothing'))), null)
  })
}

test('a file that was changed on disk is not served', async () => {
  const files = folderFiles(join(folder, 'changed'))
  const name = await files.write(Buffer.from('as it was'))
  writeFileSync(join(folder, 'changed', name.slice(0, 2), name), 'as it is')
  let refused: unknown
  await files.read(name).catch((error) => {
    refused = error
  })
  assert.instance(refused, DamagedFile)
  assert.equal(readdirSync(join(folder, 'changed', name.slice(0, 2))), [name], 'no half file is left behind')
})

const failure = async (doing: Promise<unknown>): Promise<Error> => {
  const error = await doing.then(
    () => null,
    (thrown) => thrown,
  )
  assert.instance(error, StoreUnavailable)
  return error as Error
}

test('a signature that does not fit is refused, and the store’s word for it told', async () => {
  assert.match((await failure(s3({ secretAccessKey: 'another' }).write(bytes))).message, /403 \(SignatureDoesNotMatch\)/)
  assert.match((await failure(s3({ accessKeyId: 'AKIAOTHER' }).read(nameOf(bytes)))).message, /403 \(InvalidAccessKeyId\)/)
})

test('a bucket that is not there is no missing file', async () => {
  assert.match((await failure(s3({ url: `${store.url}/other` }).read(nameOf(bytes)))).message, /404 \(NoSuchBucket\)/)
})

test('a store that fails is asked again, and one that does not answer is reported as unavailable', async () => {
  let failures = 2
  store.answer = (_, response) => {
    failures--
    if (failures === 0) store.answer = null
    response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>')
  }
  assert.is(await s3().write(bytes), nameOf(bytes))
  await failure(s3({ url: 'http://127.0.0.1:1/bucket' }).write(bytes))
})

test('a store that goes away in the middle of a file is reported as unavailable', async () => {
  const name = await s3().write(bytes)
  store.answer = (_, response) => {
    response.writeHead(200, { 'content-length': bytes.length }).write(bytes.subarray(0, 3), () => response.destroy())
  }
  const error = await failure(s3().read(name))
  store.answer = null
  assert.match(error.message, /cannot be reached/)
})

test.run()
