// What a review makes of the searches beyond the registries: records found, nothing found, nobody asked.
import { randomUUID } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Evidence } from '../../../src/commands/findings.ts'
import type { Product } from '../../../src/events/business.ts'
import { products } from '../../../src/events/products.ts'
import { searches as searchKinds } from '../../../src/evidence/products/products.ts'
import { filled } from '../../filled.ts'
import { source } from '../businesses.ts'
import { address, tasksOf } from '../evidence.ts'

type Records = NonNullable<Evidence['product_records']>
type Searches = NonNullable<Evidence['searches']>

const id = address.id
const record = (kind: string, product: string, content: Records[number]['content'] = {}): Records[number] => ({
  id: randomUUID(),
  kind,
  product,
  person_id: null,
  subject_id: id,
  content,
  sources: [source],
})
const search = (product: string, record_ids: string[] = []): Searches[number] => ({
  id: randomUUID(),
  product,
  outcome: 'searched',
  reason: null,
  record_ids,
  sources: [source],
})
const unavailable = (product: string, reason = 'nobody answers'): Searches[number] => ({
  ...search(product),
  outcome: 'unavailable',
  reason,
  sources: [],
})

const labels: { readonly [key: string]: string } = {
  bankruptcies: 'Bankruptcies',
  liens: 'Liens',
  litigations: 'Litigations',
  people_bankruptcies: 'People Bankruptcies',
  people_litigations: 'People Litigations',
  people_liens: 'People Liens',
  people_criminal_history: 'People Criminal History',
  adverse_media: 'Adverse Media',
  politically_exposed_persons: 'Politically Exposed Persons',
  kyc_decision: 'KYC',
  sos: 'Secretary of State Filings',
  ppp_loans: 'PPP Loans',
  email_risk: 'Email Risk',
}

const judged = (product: Product, key: string, evidence: Evidence): readonly string[] => {
  const task = tasksOf({ products: [product], evidence }).find((each) => each.key === key)
  if (task) assert.is(task.label, labels[key])
  return task ? [task.category, task.status, task.sub_label, task.message] : []
}

const searches: readonly (readonly [product: Product, key: string, kind: string, noun: string])[] = [
  ['bankruptcies', 'bankruptcies', 'bankruptcy', 'bankruptcies'],
  ['liens', 'liens', 'lien', 'liens'],
  ['ucc_liens', 'liens', 'lien', 'liens'],
  ['tax_liens', 'liens', 'lien', 'liens'],
  ['litigations', 'litigations', 'litigation', 'litigations'],
  ['people_bankruptcies', 'people_bankruptcies', 'bankruptcy', 'bankruptcies of people'],
  ['people_litigations', 'people_litigations', 'litigation', 'litigations of people'],
  ['people_tax_liens', 'people_liens', 'lien', 'liens of people'],
  ['people_ucc_liens', 'people_liens', 'lien', 'liens of people'],
  ['people_criminal_history', 'people_criminal_history', 'criminal_record', 'criminal records of people'],
  ['adverse_media', 'adverse_media', 'adverse_media', 'items of adverse media'],
  ['enhanced_screenings', 'adverse_media', 'adverse_media', 'items of adverse media'],
  ['enhanced_screenings', 'politically_exposed_persons', 'politically_exposed_person', 'politically exposed persons'],
]
for (const [product, key, kind, noun] of searches)
  test(`${product} tells in ${key} what was found, that nothing was, or that nobody could be asked`, () => {
    const known = [
      record(kind, product, { status: 'open' }),
      record(kind, product, { status: 'closed' }),
      record('something_else', product),
    ]
    const ids = known.map((each) => each.id)
    const open = key === 'liens' ? ', 1 open' : ''
    assert.equal(judged(product, key, { searches: [search(product, ids)], product_records: known }), [
      key,
      'warning',
      'Found',
      `2 ${noun} found${open}.`,
    ])
    const none = `No ${noun} found. Searched: a.`
    assert.equal(judged(product, key, { searches: [search(product)], product_records: known }), [key, 'success', 'None Found', none])
    const one = record(kind, product, { status: 'open' })
    const message = judged(product, key, { searches: [search(product, [one.id])], product_records: [one] }).at(-1)
    assert.match(message ?? '', new RegExp(`^1 .+ found${key === 'liens' ? ', 1 open' : ''}\\.$`))
    assert.not.match(message ?? '', noun)
    const isOneOfSeveral = searches.some(([other, of]) => of === key && other !== product)
    const gap = isOneOfSeveral ? `${product.replaceAll('_', ' ')}: nobody answers` : 'nobody answers'
    assert.equal(judged(product, key, { searches: [unavailable(product)] }), [key, 'neutral', 'Not Available', `No answer: ${gap}.`])
    assert.equal(judged(product, key, { searches: [search('something_else')] }), [])
  })

test('of several searches of one kind, what was not searched is told beside what was', () => {
  const searched = { searches: [search('liens'), unavailable('tax_liens')] }
  assert.equal(judged('liens', 'liens', searched), [
    'liens',
    'neutral',
    'Not Fully Searched',
    'No liens found. Searched: a. Not searched: tax liens: nobody answers.',
  ])
})

test('an empty search of what was filed lately is not a whole one', () => {
  const partial = { ...search('liens'), sources: [{ ...source, metadata: { ...source.metadata, coverage: 'lately filed' } }] }
  assert.equal(judged('liens', 'liens', { searches: [partial] }), [
    'liens',
    'neutral',
    'Not Fully Searched',
    'No liens found. Searched: a, which has only what was filed lately.',
  ])
  const found = record('lien', 'liens', { status: 'open' })
  const outcome = judged('liens', 'liens', { searches: [{ ...partial, record_ids: [found.id] }], product_records: [found] })
  assert.equal(outcome.slice(0, 3), ['liens', 'warning', 'Found'])
})

const identity = (...decisions: readonly string[]): Evidence => {
  const product_records = decisions.map((decision) => record('identity_check', 'kyc', { decision }))
  return {
    searches: [
      search(
        'kyc',
        product_records.map((each) => each.id),
      ),
    ],
    product_records,
  }
}
const document = {
  id,
  document_type: 'articles_of_incorporation',
  filename: 'a.pdf',
  content_type: 'application/pdf',
  size: 1,
  sha256: 'ab',
  filing_date: null,
  sources: [source],
}
const loan = (amount: number | null, amount_range: string | null, issued_date: string | null) => ({
  id,
  issued_date,
  amount,
  amount_range,
  lender: null,
  naics_code: null,
  business_type: null,
  jobs_reported: null,
  non_profit: null,
  sources: [source],
})
const loans = (...all: ReturnType<typeof loan>[]): Evidence => ({
  loans: all,
  searches: [
    search(
      'loans',
      all.map((each) => each.id),
    ),
  ],
})
type Email = Omit<NonNullable<Evidence['email_assessments']>[number], 'id'>
const email = (change: Partial<Email> = {}) => ({
  id: randomUUID(),
  subject_id: id,
  email: 'ann@acme.example',
  valid: true,
  domain: 'acme.example',
  takes_mail: true,
  address_type: 'private' as const,
  sources: [source],
  ...change,
})
const emails = (...changes: readonly Partial<Email>[]): Evidence => {
  const email_assessments = changes.map((change, index) => email({ email: `ann${index}@acme.example`, ...change }))
  return { email_addresses: email_assessments.map(({ id, email, sources }) => ({ id, email, sources })), email_assessments }
}

const rows: readonly (readonly [product: Product, key: string, evidence: Evidence, status: string, subLabel: string, message: string])[] = [
  ['kyc', 'kyc_decision', identity('approved', 'approved'), 'success', 'Approved', 'Identities confirmed: 2.'],
  ['kyc', 'kyc_decision', identity('approved', 'review'), 'warning', 'Review', 'The identity of a submitted person needs a look.'],
  ['kyc', 'kyc_decision', identity('review', 'declined'), 'failure', 'Declined', 'The identity of a submitted person was declined.'],
  ['kyc', 'kyc_decision', identity(), 'neutral', 'No People', 'No person was checked.'],
  ['kyc', 'kyc_decision', { searches: [unavailable('kyc')] }, 'neutral', 'Not Available', 'Nobody was checked: nobody answers.'],
  [
    'documents',
    'sos',
    { documents: [document], searches: [search('documents', [id])] },
    'success',
    'Received',
    'articles_of_incorporation on file.',
  ],
  [
    'documents',
    'sos',
    { searches: [search('documents'), unavailable('documents', 'the state is closed')] },
    'warning',
    'None Found',
    'The sources that were asked have no such document. Not received: the state is closed.',
  ],
  ['documents', 'sos', { searches: [unavailable('documents')] }, 'neutral', 'Not Available', 'No document was received: nobody answers.'],
  [
    'business_enrichment',
    'ppp_loans',
    loans(loan(null, '$1-2 million', '2020-05-01')),
    'neutral',
    'Found',
    'PPP loans: $1-2 million on 2020-05-01.',
  ],
  ['business_enrichment', 'ppp_loans', loans(loan(20000, null, null)), 'neutral', 'Found', 'PPP loans: $20,000.'],
  ['business_enrichment', 'ppp_loans', loans(loan(null, null, null)), 'neutral', 'Found', 'PPP loans: an unknown amount.'],
  [
    'business_enrichment',
    'ppp_loans',
    { searches: [search('loans'), unavailable('business_enrichment')] },
    'neutral',
    'None Found',
    'No PPP loan was found. Contacts in a directory: nobody answers.',
  ],
  ['business_enrichment', 'ppp_loans', { searches: [unavailable('loans')] }, 'neutral', 'Not Available', 'No answer: nobody answers.'],
  ['email_risk', 'email_risk', {}, 'neutral', 'No Email', 'There is no e-mail address to look at.'],
  ['email_risk', 'email_risk', emails({}), 'success', 'Low', '1 of 1 e-mail address has a low risk: a domain that takes mail.'],
  [
    'email_risk',
    'email_risk',
    emails({ takes_mail: null }),
    'warning',
    'Moderate',
    '1 of 1 e-mail address has a moderate risk: a domain that could not be looked up.',
  ],
  [
    'email_risk',
    'email_risk',
    emails({}, { address_type: 'free' }),
    'warning',
    'Moderate',
    '1 of 2 e-mail addresses has a moderate risk: a provider where anybody gets an address.',
  ],
  [
    'email_risk',
    'email_risk',
    emails({ address_type: 'free' }, { takes_mail: false }, { valid: false }),
    'failure',
    'High',
    '2 of 3 e-mail addresses have a high risk: a domain that takes no mail; not an e-mail address.',
  ],
  [
    'email_risk',
    'email_risk',
    emails({ email: 'Ann@acme.example', takes_mail: false }, { email: 'ann@acme.example', takes_mail: false }),
    'failure',
    'High',
    '1 of 1 e-mail address has a high risk: a domain that takes no mail.',
  ],
  [
    'email_risk',
    'email_risk',
    emails({ address_type: 'disposable' }),
    'failure',
    'High',
    '1 of 1 e-mail address has a high risk: a throw-away address.',
  ],
]
const categories: { readonly [key: string]: string } = { kyc_decision: 'kyc', sos: 'sos', ppp_loans: 'loans', email_risk: 'email' }
for (const [product, key, evidence, status, subLabel, message] of rows)
  test(`${key} says ${status}: ${subLabel}: ${message}`, () =>
    assert.equal(judged(product, key, evidence), [categories[key], status, subLabel, message]))

/** What enrichment finds adds to the facts of a business, and no task is about it. */
const told = products.filter((each) => each in searchKinds && each !== 'business_enrichment')

for (const product of filled(told))
  test(`a task tells of the search for ${product}`, () => {
    const messages = (evidence: Evidence) => tasksOf({ products: [product], evidence }).map(({ message }) => message)
    const without = messages({})
    assert.ok(
      messages({ searches: [unavailable(product)] }).some((message) => !without.includes(message)),
      `src/commands/review/products.ts has no row for ${product}`,
    )
  })

test.run()
