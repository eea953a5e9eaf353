// The printed certificate of a screening: its outcome is told on its first page, and in the same words where the entries would stand.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { certificateDocument } from '../../../src/documents/report/screening-certificate.ts'
import { pdfText } from '../../../src/evidence/registrations/pdf-text.ts'
import type { ScreeningCertificate } from '../../../src/interface/records/screening-certificates.ts'

const test = suite('screening certificate')

const id = '0198c0de-0000-7000-8000-000000000001'
const at = '2026-11-21T09:30:00.000Z'
const list: ScreeningCertificate['lists'][number] = {
  abbr: 'SDN',
  title: 'Specially Designated Nationals',
  agency: 'OFAC',
  organization: 'Treasury',
  version: '2026-11-20',
  data_set: 'sdn',
  entries: 17_000,
  sha256: 'ab'.repeat(32),
  content_sha256: null,
}
const hit: ScreeningCertificate['found'][number] = {
  id,
  party_id: id,
  screened_name: 'Zenda Oil LLC',
  list: 'SDN',
  entry_id: '4711',
  entity_name: 'ZENDA PETROLEUM',
  matched_name: 'ZENDA OIL',
  score: 0.97,
  explanation: 'the same name',
  by_name: { score: 0.93, explanation: 'the same name' },
}
const certificate: ScreeningCertificate = {
  object: 'screening_certificate',
  format: 1,
  screening: { id, screened_at: at, event_hash: 'cd'.repeat(32) },
  issued_at: at,
  account: { id, name: 'First account' },
  mode: 'live',
  business: { id, name: 'Zenda Oil LLC' },
  screened: [{ kind: 'business', id, name: 'Zenda Oil LLC' }],
  lists: [list],
  index: null,
  rule: null,
  unread: [],
  outcome: 'nothing_found',
  found: [],
  signature: 'c2ln',
  public_key: '-----BEGIN PUBLIC KEY-----\nMCow\n-----END PUBLIC KEY-----\n',
}

const spaceless = (text: string) => text.replaceAll(/\s+/g, '')
const told = async (changed: Partial<ScreeningCertificate>) =>
  spaceless(await pdfText(await certificateDocument({ ...certificate, ...changed })))

const nothingMatches = spaceless('No entry of any list below matches any of these names.')

test('only where every name was compared with every list it says that none matches', async () => {
  const clean = await told({})
  for (const each of ['Nothing found', nothingMatches, '17,000', 'sdn']) assert.ok(clean.includes(spaceless(each)), each)
  const unread = await told({ outcome: 'not_fully_screened', unread: [{ screened: 'business', scripts: ['Thai'] }] })
  for (const each of ['Not read well enough business: Thai', 'What was found Not fully screened.'])
    assert.ok(unread.includes(spaceless(each)), each)
  const without = await told({ outcome: 'no_lists', lists: [] })
  for (const each of ['What was found No list was loaded.', 'Lists screened against No list was loaded.'])
    assert.ok(without.includes(spaceless(each)), each)
  for (const each of [unread, without]) assert.not.ok(each.includes(nothingMatches))
})

test('hits are counted, and told with the name that matches and what the names alone give', async () => {
  const text = await told({ outcome: 'found', found: [hit] })
  for (const each of ['1 hit', 'ZENDA PETROLEUM as ZENDA OIL', '0.97 by name 0.93', '4711']) assert.ok(text.includes(spaceless(each)), each)
  const plain = await told({
    outcome: 'found',
    found: [hit, { ...hit, matched_name: hit.entity_name, by_name: { ...hit.by_name, score: 0.97 } }],
  })
  assert.ok(plain.includes('2hits'))
  const same = await told({ outcome: 'found', found: [{ ...hit, score: 1, by_name: { ...hit.by_name, score: 0.999 } }] })
  assert.ok(same.includes(spaceless('1.00 by name 0.99')), same)
  assert.is(plain.split('byname').length, 2)
})

test('what was not recorded is told so, and made-up lists are no published ones', async () => {
  const old = await told({ screened: null, rule: null })
  for (const each of ['before names were recorded', 'Rule for hits Not recorded.']) assert.ok(old.includes(spaceless(each)), each)
  const kind = async (changed: Partial<ScreeningCertificate>) => /Kind(.*?)Whowasscreened/.exec(await told(changed))?.[1]
  assert.is(await kind({}), 'Live')
  assert.is(await kind({ mode: 'test' }), spaceless('Sandbox: the lists are made up'))
  assert.is(await kind({ lists: [list, { ...list, version: 'sample' }] }), spaceless('Live, with lists of the invented sample'))
})

test('a certificate of the sandbox says that no names are compared, and one of live lists that the rule was not recorded', async () => {
  const sandbox = await told({ mode: 'test' })
  assert.ok(sandbox.includes(spaceless('Rule for hits None: in the sandbox the name of a business or person chooses what is found')))
  assert.not.ok(sandbox.includes('Notrecorded'))
  assert.ok((await told({})).includes(spaceless('Rule for hits Not recorded.')))
})

test.run()
