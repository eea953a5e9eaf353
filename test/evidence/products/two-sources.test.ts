// One product from a vendor and from open data: who answers for whom, and what is told of whoever does not answer.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Subject } from '../../../src/evidence/ports.ts'
import type { FoundRecord, ProductSource, SearchFinding } from '../../../src/evidence/products/products.ts'
import { noProductSource } from '../../../src/evidence/products/products.ts'
import { bothSources } from '../../../src/evidence/products/two-sources.ts'

const test = suite('two sources')
const subject: Subject = { business_id: '', names: ['Acme'], addresses: [], people: [], tin: null, website: null }

const lien = (from: string, number: string): FoundRecord => ({
  kind: 'lien',
  person_id: null,
  key: `${from} ${number}`,
  content: { state: 'OR', file_number: number },
  sources: [],
})
const source = (from: string) => ({ id: from, type: from, metadata: { data_set: from, version: '1', row: 'all' } })
const searched = (from: string, ...numbers: readonly string[]): SearchFinding => ({
  outcome: 'searched',
  records: numbers.map((number) => lien(from, number)),
  sources: [source(from)],
})
const away: SearchFinding = { outcome: 'unavailable', reason: 'Vendor answered 503', passing: true }
const notLoaded: SearchFinding = { outcome: 'unavailable', reason: 'not loaded for NV', passing: false }
const answering = (finding: SearchFinding): ProductSource => ({ answers: () => true, search: async () => finding })
const ask = (vendor: ProductSource, open: ProductSource) => bothSources(vendor, open).search('liens', subject)

test('a lien that both have is told once, as the vendor tells it', async () => {
  const finding = await ask(answering(searched('vendor', '1')), answering(searched('open', '1', '2')))
  assert.equal(finding, {
    outcome: 'searched',
    records: [lien('vendor', '1'), lien('open', '2')],
    sources: [source('vendor'), source('open')],
  })
})

test('either answers alone where the other is not asked, or has nothing to say', async () => {
  assert.equal(await ask(noProductSource, answering(searched('open', '1'))), searched('open', '1'))
  assert.equal(await ask(answering(searched('vendor')), noProductSource), searched('vendor'))
  assert.equal(await ask(answering(searched('vendor')), answering(notLoaded)), searched('vendor'))
  assert.equal(await ask(answering(away), answering(notLoaded)), away)
  assert.equal(
    [bothSources(noProductSource, answering(notLoaded)).answers('liens'), bothSources(noProductSource, noProductSource).answers('liens')],
    [true, false],
  )
})

test('a vendor that is away leaves a gap that may close: what it told before stands meanwhile', async () => {
  const open = { ...searched('open', '1'), gap: { reason: 'not loaded for NV', passing: false, stands: false } } as SearchFinding
  assert.equal(await ask(answering(away), answering(open)), {
    ...open,
    gap: { reason: 'Vendor answered 503; not loaded for NV', passing: true, stands: true },
  })
})

test.run()
