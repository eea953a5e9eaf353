// The certificate of a screening: read from the service, checked offline, and repeated with the lists that are kept. What is forged, signed by
// another or missing is named.
import { generateKeyPairSync } from 'node:crypto'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { certified } from '../../src/audit/certificates.ts'
import { type Check, checkCertificate } from '../../src/cli/audit/screening.ts'
import { certificateDocument } from '../../src/documents/report/screening-certificate.ts'
import { importFiles } from '../../src/evidence/reference/import.ts'
import { repeatScreening } from '../../src/evidence/reference/repeat-screening.ts'
import { pdfText } from '../../src/evidence/registrations/pdf-text.ts'
import { type Body, startTestService, verified } from './service.ts'

const service = await startTestService()
test.after(() => service.stop())
const { live, test: sandbox } = service
const folder = join(service.dataDir, 'reference')

const address = { full_address: '9 Glass St, Salem, OR 97301' }
const listed = await verified(live, {
  name: 'Dreadmoor Maritime Trading',
  addresses: [address],
  people: [{ name: 'Grigory Vulturov' }, { name: 'Ann Plain' }],
})
const clean = await verified(live, { name: 'Quillfeather Lantern Works LLC', addresses: [address] })

const certificateOf = async (id: string, client = live): Promise<Body> => {
  const { status, body } = await client.get(`/v1/businesses/${id}/screenings/latest/certificate`)
  assert.is(status, 200)
  return body
}
const found = await certificateOf(listed.id)
const nothing = await certificateOf(clean.id)
const key: string = found.public_key

const check = (certificate: unknown, change: { publicKey?: string; folder?: string | null } = {}): Check =>
  checkCertificate(certificate, { publicKey: key, folder, ...change })

test('a certificate says whom, when, against which lists, by which rule, and what was found', () => {
  assert.equal(
    found.screened.map(({ kind, name }: Body) => `${kind} ${name}`),
    ['business Dreadmoor Maritime Trading', 'person Grigory Vulturov', 'person Ann Plain'],
  )
  assert.equal([found.outcome, found.mode, found.business.id], ['found', 'live', listed.id])
  assert.ok(found.screening.screened_at <= found.issued_at)
  const sdn = found.lists.find(({ abbr }: Body) => abbr === 'SDN')
  assert.equal([sdn.data_set, sdn.version], ['ofac_sdn', 'sample'])
  assert.ok(sdn.entries > 0)
  for (const hash of [sdn.sha256, sdn.content_sha256, found.rule.matching, found.screening.event_hash]) assert.match(hash, /^[0-9a-f]{64}$/)
  assert.is(found.rule.thresholds['business against entity, name'], 0.85)
  assert.equal(found.found.map(({ entry_id }: Body) => entry_id).sort(), ['9900001', '9900002'])
})

test('of nobody who is listed, officers too, a certificate says that nothing was found', () => {
  assert.equal([nothing.outcome, nothing.found], ['nothing_found', []])
  assert.equal(
    nothing.screened.map(({ kind, name }: Body) => `${kind} ${name}`),
    ['business Quillfeather Lantern Works LLC', 'person OSWALD T QUILLFEATHER'],
  )
})

test('a certificate is checked offline, and its screening repeated bit for bit', () => {
  for (const certificate of [found, nothing]) assert.equal(check(certificate), { signed: true, repeated: true, findings: [] })
  assert.equal(check(found, { folder: null }), { signed: true, repeated: null, findings: [] })
})

const changed = 'the content is not what was signed: the certificate was changed'

test('lists that the account has not chosen are searched, and their hits left out', () => {
  const lists = found.lists.filter(({ abbr }: Body) => abbr !== 'SDN')
  assert.equal(repeatScreening(folder, { ...found, lists }), { hits: [] })
})

test('a forged byte is told, wherever it is', () => {
  const text = JSON.stringify(nothing)
  for (const [was, is] of [
    ['"nothing_found"', '"nothing_fount"'],
    [nothing.screening.screened_at, nothing.screening.screened_at.replace(/\d/, (digit: string) => String((Number(digit) + 1) % 10))],
    [nothing.lists[0].sha256, `0${nothing.lists[0].sha256.slice(1) === '0' ? '1' : nothing.lists[0].sha256.slice(1)}`.replace(/.$/, 'x')],
    ['Quillfeather Lantern', 'Quillfeather Lanterm'],
    ['0.85', '0.95'],
  ] as const) {
    assert.ok(text.includes(was), was)
    assert.equal(check(JSON.parse(text.replace(was, is))), { signed: false, repeated: null, findings: [changed] })
  }
  assert.is(check({ ...found, found: found.found.slice(1) }).signed, false)
  assert.is(check({ ...nothing, signature: found.signature }).signed, false)
})

test('another key is told: given by the auditor, or used by a forger', () => {
  const stranger = generateKeyPairSync('ed25519')
  const pem = stranger.publicKey.export({ type: 'spki', format: 'pem' }).toString()
  assert.equal(check(nothing, { publicKey: pem }).findings, ['signed with another key than the one given'])
  const { signature: _, public_key: __, ...statement } = nothing
  assert.equal(check(certified(statement, stranger.privateKey)).findings, ['signed with another key than the one given'])
})

test('without a key of the auditor’s own, that is said', () => {
  const { signed, findings } = checkCertificate(nothing, { publicKey: undefined, folder: null })
  assert.equal([signed, findings], [true, ['no public key was given: the signature is only checked against the key in the certificate']])
})

test('a screening is repeated with the version of its time, although newer ones are in use', async () => {
  const sample = (part: string) => `sample/ofac_sdn/invented-${part}.csv`
  for (const version of ['2027-01-01', '2027-02-01']) {
    const sdn = join(service.dataDir, `sdn-${version}.csv`)
    writeFileSync(sdn, readFileSync(sample('sdn'), 'utf8').replaceAll('VULTUROV', `VULTUROV ${version.slice(5, 7)}`))
    const files = [sdn, sample('add'), sample('alt'), sample('sdn_comments')]
    await importFiles({ folder, kind: 'ofac_sdn', files, version })
  }
  assert.equal(check(found), { signed: true, repeated: true, findings: [] })
})

test('a list that is missing is named, as is one whose kept entries were changed', () => {
  const copy = join(service.dataDir, 'copy')
  cpSync(folder, copy, { recursive: true })
  const { sha256 } = found.lists.find(({ abbr }: Body) => abbr === 'SDN')
  const file = join(copy, `ofac_sdn-sample-${sha256.slice(0, 8)}.sqlite`)
  const whole = readFileSync(file)
  const db = new DatabaseSync(file)
  db.exec(`UPDATE records SET data = replace(data, 'VULTUROV', 'VULTURIN')`)
  db.close()
  const forged = check(found, { folder: copy })
  assert.is(forged.repeated, false)
  assert.match(forged.findings[0] ?? '', /^SDN: the kept entries of version sample are not those that were screened/)
  writeFileSync(file, whole)
  assert.is(check(found, { folder: copy }).repeated, true)
  rmSync(file)
  assert.match(check(found, { folder: copy }).findings[0] ?? '', /^SDN: .*ofac_sdn-sample/)
  const empty = check(found, { folder: join(service.dataDir, 'nowhere') })
  assert.match(empty.findings.join('\n'), /SDN: version sample of ofac_sdn \(SHA-256 [0-9a-f]{64}\) is missing in /)
})

test('every screening has its certificate, and those of others are not found', async () => {
  const { body } = await live.get(`/v1/businesses/${listed.id}/screenings`)
  assert.equal([body.total_count, body.data[0].hits, body.data[0].business_id], [1, 2, listed.id])
  const { body: named } = await live.get(`/v1/businesses/${listed.id}/screenings/${body.data[0].id}/certificate`)
  assert.is(named.screening.id, found.screening.id)
  const other = await service.otherAccount()
  for (const [client, path] of [
    [live, `${listed.id}/screenings/${clean.id}/certificate`],
    [live, `${clean.id}/screenings/${body.data[0].id}/certificate`],
    [other, `${listed.id}/screenings/latest/certificate`],
    [other, `${listed.id}/screenings`],
  ] as const)
    assert.is((await client.get(`/v1/businesses/${path}`)).status, 404)
})

test('a certificate is printed too', async () => {
  const { status, headers, text } = await live.get(`/v1/businesses/${listed.id}/screenings/latest/certificate/pdf`)
  assert.equal([status, headers.get('content-type'), text.slice(0, 5)], [200, 'application/pdf', '%PDF-'])
})

test('the PDF document states what the JSON does, and how the names alone compare where what else is known changed the score', async () => {
  const textOf = async (certificate: Body) => (await pdfText(await certificateDocument(certificate))).replace(/\s+/g, '')
  const [hit] = found.found as readonly Body[]
  const scored = (score: number, byName: number) =>
    textOf({ ...found, found: [{ ...hit, score, by_name: { ...hit.by_name, score: byName } }] })
  assert.match(await scored(0.84, 0.86), '0.84byname0.86')
  assert.not.match(await scored(0.86, 0.86), '0.86byname')
  const text = await textOf(found)
  const { lists, screened, rule } = found
  const stated = [...lists.flatMap(({ sha256, content_sha256 }: Body) => [sha256, content_sha256]), rule.matching, found.signature]
  for (const each of [...stated, ...screened.map(({ name }: Body) => name.replaceAll(' ', ''))]) assert.ok(text.includes(each), each)
  // Who files it must not take invented lists for published ones.
  assert.match(text, 'Live,withlistsoftheinventedsample')
  const published = await textOf({ ...found, lists: lists.map((list: Body) => ({ ...list, version: '2026-11-01' })) })
  assert.not.match(published, 'inventedsample')
})

test('a screening of the sandbox has a certificate that says so, and cannot be repeated', async () => {
  const { id } = await verified(sandbox, { name: 'Watchlist Business', addresses: [address] })
  const certificate = await certificateOf(id, sandbox)
  assert.equal([certificate.mode, certificate.outcome, certificate.lists[0].sha256], ['test', 'found', null])
  assert.equal(check(certificate).findings, ['a screening of the sandbox: its lists are made up, and there is nothing to repeat'])
})

test.run()
