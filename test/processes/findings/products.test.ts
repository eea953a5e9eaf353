// How the answers of vendors are recorded: each record has an id of its own, an earlier search may keep its records, and some vendors are asked again.
import { hash } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Business, OrderState } from '../../../src/commands/business-state.ts'
import type { Evidence } from '../../../src/commands/findings.ts'
import { documentIdOf } from '../../../src/events/business-findings.ts'
import type { DocumentFinding, DocumentType } from '../../../src/evidence/products/documents.ts'
import type { FoundRecord, SearchFinding, SearchProduct } from '../../../src/evidence/products/products.ts'
import { subjectOf } from '../../../src/processes/findings/parts.ts'
import * as findings from '../../../src/processes/findings/products.ts'
import { businessId } from '../../commands/businesses.ts'
import { person } from '../../commands/evidence.ts'
import { acme } from './acme.ts'

const { signal } = new AbortController()
const source = { id: '0198c0de-0000-7000-8000-0000000000cc', type: 'test', metadata: { data_set: 'a', version: '1', row: '7' } }

type Answers = { readonly [Product in SearchProduct]?: SearchFinding }
type Documents = { readonly [Type in DocumentType]?: DocumentFinding }

const asking = (
  of: Business,
  answers: Answers,
  { documents = {}, isLast = false }: { readonly documents?: Documents; readonly isLast?: boolean } = {},
) => ({
  business: of,
  subject: subjectOf(of),
  signal,
  isLast,
  vendors: {
    products: {
      answers: (product: SearchProduct) => product in answers,
      search: async (product: SearchProduct) => answers[product] ?? unavailable(),
    },
    documents: async (type: DocumentType) => documents[type] ?? unavailable(),
    patienceMs: 0,
  },
})

const unavailable = (passing = false) => ({ outcome: 'unavailable' as const, reason: 'no answer', passing })
const answer = (records: readonly FoundRecord[], gap?: { passing: boolean; stands: boolean }): SearchFinding => ({
  outcome: 'searched',
  records,
  sources: [source],
  ...(gap && { gap: { reason: 'a part is missing', ...gap } }),
})
const lien = (key: string, person_id: string | null = null): FoundRecord => ({
  kind: 'lien',
  person_id,
  key,
  content: { file_number: key },
  sources: [source],
})
const idsOf = ({ product_records = [] }: Evidence) => product_records.map(({ id }) => id)

test('a record has one id for each kind, person and key, and is about the person or the business', async () => {
  const found = await findings.searched('liens', asking(acme(), { liens: answer([lien('1'), lien('2'), lien('1', person.id), lien('1')]) }))
  assert.equal(
    found.product_records?.map(({ kind, product, person_id, subject_id, content, sources }) => [
      kind,
      product,
      person_id,
      subject_id,
      content,
      sources,
    ]),
    [
      ['lien', 'liens', null, businessId, { file_number: '1' }, [source]],
      ['lien', 'liens', null, businessId, { file_number: '2' }, [source]],
      ['lien', 'liens', person.id, person.id, { file_number: '1' }, [source]],
    ],
  )
  assert.is(new Set(idsOf(found)).size, 3)
  const [search] = found.searches ?? []
  assert.equal([search?.product, search?.outcome, search?.reason, search?.sources], ['liens', 'searched', null, [source]])
  assert.equal(search?.record_ids, idsOf(found))
})

test('a record that two products find belongs to the one that found it first', async () => {
  const first = await findings.searched('liens', asking(acme(), { liens: answer([lien('1')]) }))
  const held = acme({}, first)
  const found = await findings.searched('ucc_liens', asking(held, { ucc_liens: answer([lien('1'), lien('2')]) }))
  assert.equal(
    found.product_records?.map(({ product }) => product),
    ['liens', 'ucc_liens'],
  )
  assert.equal(idsOf(found)[0], idsOf(first)[0])
})

test('the records of an earlier search stay while nobody answers or a part is missing, and go with a whole answer', async () => {
  const first = await findings.searched('liens', asking(acme(), { liens: answer([lien('1')]) }))
  const held = acme({}, first)
  const [earlier] = idsOf(first)
  const recordsOf = async (finding: SearchFinding) => {
    const [search] = (await findings.searched('liens', asking(held, { liens: finding }))).searches ?? []
    return [search?.outcome, search?.reason, search?.record_ids.includes(earlier ?? ''), search?.record_ids.length]
  }
  assert.equal(await recordsOf(unavailable()), ['unavailable', 'no answer', true, 1])
  assert.equal(await recordsOf(answer([lien('2')], { passing: false, stands: true })), ['searched', 'a part is missing', true, 2])
  assert.equal(await recordsOf(answer([lien('2')], { passing: false, stands: false })), ['searched', 'a part is missing', false, 1])
  assert.equal(await recordsOf(answer([])), ['searched', null, false, 0])
  const [never] = (await findings.searched('liens', asking(acme(), { liens: unavailable() }))).searches ?? []
  assert.equal(never?.record_ids, [], 'and of a search that nobody has answered yet there are none')
})

test('what may be answered later is asked again, until the order has waited long enough', async () => {
  const again = async (finding: SearchFinding, isLast: boolean) =>
    findings.searched('liens', asking(acme(), { liens: finding }, { isLast })).then(
      () => 'noted',
      (error) => (error instanceof findings.AskAgain ? `again: ${error.message}` : 'failed'),
    )
  assert.is(await again(unavailable(true), false), 'again: no answer')
  assert.is(await again(unavailable(true), true), 'noted')
  assert.is(await again(unavailable(false), false), 'noted')
  assert.is(await again(answer([], { passing: true, stands: true }), false), 'again: a part is missing')
  assert.is(await again(answer([], { passing: false, stands: true }), false), 'noted')
})

test('a monitor watches what a source answers, and all that needs no search', () => {
  const { products } = asking(acme(), { tax_liens: answer([]) }).vendors
  assert.equal(
    (['lien', 'bankruptcy', 'certification', 'registration'] as const).map((type) => findings.canWatch(type, products)),
    [true, false, false, true],
  )
})

test('a monitor searches the ordered products again, or all that a source answers, and keeps only whole answers', async () => {
  const answers = { liens: answer([lien('1')]), tax_liens: answer([lien('2')]) }
  const productsOf = async (of: Business, given: Answers) => {
    const { isLast: _, ...rest } = asking(of, given)
    return (await findings.searchedAgain('lien', rest)).flatMap(({ searches = [] }) => searches.map(({ product }) => product))
  }
  assert.equal(await productsOf(acme(), answers), ['liens', 'tax_liens'])
  const ordered = acme({}, await findings.searched('tax_liens', asking(acme(), answers)))
  assert.equal(await productsOf(ordered, answers), ['tax_liens'])
  // What was ordered and has no source any more leaves the others to be searched.
  assert.equal(await productsOf(ordered, { liens: answer([]) }), ['liens'])
  assert.equal(await productsOf(acme(), { liens: unavailable(true), tax_liens: answer([], { passing: false, stands: true }) }), [])
  assert.equal(await productsOf(acme(), { liens: answer([], { passing: false, stands: false }) }), ['liens'])
})

test('certifications are told where a source has some, and an empty answer is not', async () => {
  const certification: FoundRecord = { ...lien('8a'), kind: 'certification' }
  assert.equal(await findings.certifications(asking(acme(), {})), {})
  assert.equal(await findings.certifications(asking(acme(), { certifications: answer([]) })), {})
  assert.is(idsOf(await findings.certifications(asking(acme(), { certifications: answer([certification]) }))).length, 1)
  assert.is((await findings.certifications(asking(acme(), { certifications: unavailable() }))).searches?.[0]?.outcome, 'unavailable')
})

test('a directory adds phone numbers and e-mail addresses, each once however it is written', async () => {
  const content = { phone_numbers: ['+15035550100', '+15035550101'], email_addresses: ['Info@Acme.example'] }
  const entry: FoundRecord = { kind: 'enrichment', person_id: null, key: '1', content, sources: [source] }
  const found = await findings.enriched(asking(acme(), { business_enrichment: answer([entry]) }))
  assert.equal(
    found.phone_numbers?.map(({ number, contact_type, sources }) => [number, contact_type, sources]),
    content.phone_numbers.map((number) => [number, 'business', [source]]),
  )
  assert.is(new Set(found.phone_numbers?.map(({ id }) => id)).size, 2)
  assert.equal(
    found.email_addresses?.map(({ email, sources }) => [email, sources]),
    [['Info@Acme.example', [source]]],
  )
  const small = { ...entry, content: { ...content, email_addresses: ['info@acme.example'] } }
  const again = await findings.enriched(asking(acme(), { business_enrichment: answer([small]) }))
  assert.is(again.email_addresses?.[0]?.id, found.email_addresses?.[0]?.id)
  assert.is(found.searches?.[0]?.outcome, 'searched')
  const none = await findings.enriched(asking(acme(), { business_enrichment: unavailable() }))
  assert.equal([none.phone_numbers, none.email_addresses, none.searches?.length], [[], [], 1])
})

const file = (name: string) => ({
  filename: name,
  content_type: 'application/pdf',
  bytes: Buffer.from(name),
  filing_date: null,
  sources: [source],
})
const have = (...names: readonly string[]): DocumentFinding => ({ outcome: 'found', documents: names.map(file), sources: [source] })

const received = async (subproducts: readonly string[], documents: Documents, isLast = false) => {
  const kept: string[] = []
  const order = { subproducts } as OrderState
  const keepDocument = async (of: string, sha256: string, bytes: Buffer) => void kept.push(`${of} ${sha256} ${bytes}`)
  const evidence = await findings.documentsReceived({ ...asking(acme(), {}, { documents, isLast }), order, keepDocument })
  return { kept, documents: evidence.documents ?? [], searches: evidence.searches ?? [] }
}

test('a document is kept under the hash of its bytes, and noted with its search', async () => {
  const { kept, documents, searches } = await received(['articles_of_incorporation'], { articles_of_incorporation: have('a.pdf') })
  const sha256 = hash('sha256', Buffer.from('a.pdf'))
  const id = documentIdOf(businessId, sha256)
  const { bytes: _, ...told } = file('a.pdf')
  assert.equal(documents, [{ id, document_type: 'Articles of Incorporation', ...told, size: 5, sha256 }])
  assert.equal(kept, [`${businessId} ${sha256} a.pdf`])
  const [{ id: __, ...search } = { id: '' }] = searches
  assert.equal(search, { product: 'documents', outcome: 'searched', reason: null, record_ids: [id], sources: [source] })
})

test('the second type counts only where there is none of the first', async () => {
  const order = ['articles_of_incorporation_with_fallback']
  const typesOf = async (given: Documents) => (await received(order, given)).documents.map(({ document_type }) => document_type)
  const certificate = { certificate_of_good_standing: have('c.pdf') }
  assert.equal(await typesOf({ ...certificate, articles_of_incorporation: have('a.pdf') }), ['Articles of Incorporation'])
  assert.equal(await typesOf({ ...certificate, articles_of_incorporation: have() }), ['Certificate of Good Standing'])
  assert.equal(await typesOf(certificate), ['Certificate of Good Standing'])
  const neither = await received(order, { articles_of_incorporation: have() })
  assert.equal(
    neither.searches.map(({ outcome }) => outcome),
    ['searched'],
  )
  assert.is((await received(order, {})).searches[0]?.reason, 'Articles of Incorporation: no answer')
})

test('an order without types asks for each, and one that nobody has is unavailable', async () => {
  const { documents, searches } = await received([], { certificate_of_good_standing: have('c.pdf', 'd.pdf') })
  assert.equal([documents.length, searches.map(({ outcome }) => outcome)], [2, ['unavailable', 'searched']])
  assert.equal([searches[0]?.record_ids, searches[0]?.sources], [[], []])
})

test('a document that may come later is asked for again, until the order has waited long enough', async () => {
  const later = { articles_of_incorporation: unavailable(true) }
  const failure = await received(['articles_of_incorporation'], later).catch((error: Error) => error)
  assert.instance(failure, findings.AskAgain)
  assert.is((await received(['articles_of_incorporation'], later, true)).searches[0]?.outcome, 'unavailable')
  const unknown = await received(['unheard_of'], {}).catch((error: Error) => error)
  assert.match((unknown as Error).message, 'no document is asked for')
})

const at = new Date('2031-02-03T04:05:06Z')

test('the addresses of people, and those of the business, are assessed under what they belong to', async () => {
  const email = { id: '0198c0de-0000-7000-8000-0000000000e9', email: 'info@example.com', sources: [source] }
  const of = acme(
    {
      people: [
        { ...person, email: 'ann@example.com' },
        { ...person, id: businessId },
      ],
    },
    { email_addresses: [email] },
  )
  const { email_assessments: assessed = [] } = await findings.emailsAssessed({ business: of, mailNames: null, at })
  assert.equal(
    assessed.map((each) => [
      each.email,
      each.subject_id,
      each.valid,
      each.domain,
      each.sources[0]?.metadata.data_set,
      each.sources[0]?.metadata.row,
      each.sources[0]?.metadata.version,
    ]),
    [
      ['ann@example.com', person.id, true, 'example.com', 'spelling', 'example.com', '2031-02-03'],
      ['info@example.com', businessId, true, 'example.com', 'spelling', 'example.com', '2031-02-03'],
    ],
  )
  const names = { resolveMx: async () => [], resolve4: async () => [], resolve6: async () => [] }
  const asked = await findings.emailsAssessed({ business: acme({ people: [{ ...person, email: 'no address' }] }), mailNames: names, at })
  const [wrong] = asked.email_assessments ?? []
  assert.equal([wrong?.valid, wrong?.sources[0]?.metadata.data_set, wrong?.sources[0]?.metadata.row], [false, 'domain name system', 'none'])
})

test.run()
