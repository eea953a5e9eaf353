// How each limit of a member of a request is tried over HTTP.
import type { memberLimits } from '../../src/interface/limits.ts'
import { until } from '../eventually.ts'
import { filled } from '../filled.ts'
import { bank, debtor } from './lien-parties.ts'
import { scene } from './limits-scene.ts'
import { acme, type Body, type Client, type Reply } from './service.ts'

export type Try = {
  /** The parameter of the error. */
  readonly names: string
  readonly send: (value: Body) => Promise<Reply>
  /** The value of a length, or the number itself. */
  readonly value: (size: number) => unknown
  /** 422 where absent. */
  readonly status?: number
  /** What refuses it for another reason also within the limit, in words. */
  readonly otherwise?: RegExp
  /** How much one more is. 1 where absent. */
  readonly step?: number
}

const letters = (size: number): string => 'x'.repeat(size)
const digits = (size: number): string => '5'.repeat(size)
const webAddress = (size: number): string => 'https://acme.example/'.padEnd(size, 'x')
const list =
  (item: (index: number) => unknown) =>
  (size: number): readonly unknown[] =>
    Array.from({ length: size }, (_, index) => item(index))
const itself = (size: number): number => size
/** One label of a domain has at most 63 characters. */
const email = (size: number): string =>
  `a@${`${letters(50)}.`
    .repeat(5)
    .slice(0, size - 'a@.example'.length)
    .replace(/\.$/, 'x')}.example`
const uuid = (index: number): string => `0198c0de-0000-7000-8000-${String(index).padStart(12, '0')}`
const states =
  'AL AK AZ AR CA CO CT DE FL HI ID IL IN IA KS KY LA ME MD MA MI MS MO MT NE NV NJ NM NY NC ND OH PA RI SC SD TN TX UT VT VA WA WV WI WY DC GA MN NH OK OR'.split(
    ' ',
  )
const place = { full_address: '1 Main St, Portland, OR 97201' }

const text = { value: letters }
const by = (
  method: 'post' | 'put' | 'patch',
  path: (() => string) | string,
  body: (value: Body) => unknown,
): { readonly send: Try['send'] } => ({
  send: (value) => scene.client[method](typeof path === 'string' ? path : path(), body(value)),
})
const creation = (body: (value: Body) => object) => by('post', '/v1/businesses', (value) => ({ ...acme, ...body(value) }))
const signal = (body: (value: Body) => object) =>
  by('post', '/v1/signals', (value) => ({ name: 'Acme', addresses: [place.full_address], ...body(value) }))
const prefill = (body: (value: Body) => object) =>
  by('post', '/v1/prefill/businesses', (value) => ({ names: ['Acme Widgets LLC'], addresses: [place.full_address], ...body(value) }))
const company = (body: (value: Body) => object) =>
  by('post', '/v1/partner/companies', (value) => ({ legal_name: 'Acme', external_id: crypto.randomUUID(), ...body(value) }))
const companyAddress = (member: string): Pick<Try, 'names' | 'send' | 'value'> => ({
  ...text,
  ...company((value) => ({ addresses: [{ address_line1: '1 Main St', city: 'Portland', state: 'OR', [member]: value }] })),
  names: `addresses.0.${member}`,
})
const registration = (body: (value: Body) => object) =>
  by('post', '/v1/partner/registration_requests', (value) => ({
    state: 'PA',
    email: 'ann@example.com',
    company_name: 'Acme',
    ...body(value),
  }))
const decision = (reason: (value: Body) => object) =>
  by(
    'patch',
    () => `/v1/businesses/${scene.verifiedId}`,
    (value) => ({ status: 'rejected', status_reasons: [{ code: 'no_such_code', ...reason(value) }] }),
  )
const notices = (body: (value: Body) => object) => by('put', '/v1/notice_settings', body)
const action = (type: string, payload: (value: Body) => object) =>
  by('post', '/v1/actions', (value) => ({ object_type: 'businesses', object_id: scene.verifiedId, type, payload: payload(value) }))
const lien = (body: (value: Body) => object) =>
  by(
    'post',
    () => `/v1/businesses/${scene.verifiedId}/liens`,
    (value) => ({ state: 'PA', debtors: [debtor], secured_parties: [bank], collateral: 'All inventory', ...body(value) }),
  )
const calendar = (body: (value: Body) => object) => by('put', '/v1/review_calendar', body)
const trial = (definition: (value: Body) => object, body: (value: Body) => object = () => ({})): Pick<Try, 'send'> => ({
  send: (value) => tried(scene.client, { definition: { name: 'One', rules: [trialRule], ...definition(value) }, ...body(value) }),
})
/** An account may have few trials going on: each is awaited. */
const tried = async (client: Client, body: object): Promise<Reply> => {
  const reply = await client.post('/v1/policy_trials', body)
  if (reply.status < 300)
    await until('the trial is done', async () => (await client.get(`/v1/policy_trials/${reply.body.id}`)).body.status === 'completed')
  return reply
}
const trialRule = { name: 'none', when: { '<': [{ var: 'registrations.count' }, 0] }, result: 'none', actions: [] as readonly object[] }
const ruleOf = (change: (value: Body) => object) => trial((value) => ({ rules: [{ ...trialRule, ...change(value) }] }))
const search = (
  path: string,
  query: (value: Body) => Readonly<Record<string, string | readonly string[]>>,
): Pick<Try, 'send' | 'status'> => ({
  send: (value) => {
    const pairs = Object.entries(query(value)).flatMap(([name, values]) => [values].flat().map((each) => [name, each] as [string, string]))
    return scene.client.get(`${path}?${new URLSearchParams(pairs)}`)
  },
  status: 400,
})

export const memberTries: { readonly [Row in keyof typeof memberLimits]: Try } = {
  businessName: { ...text, ...creation((name) => ({ name })), names: 'name' },
  furtherNames: { ...creation((names) => ({ names })), names: 'names', value: list((n) => ({ name: `Name ${n}` })) },
  addresses: {
    ...creation((addresses) => ({ addresses })),
    names: 'addresses',
    value: list((n) => ({ full_address: `${n + 1} Main St, Portland, OR 97201` })),
  },
  addressFilters: {
    ...by('post', '/v1/identities/autocomplete', (addresses) => ({ name: 'acme', addresses })),
    names: 'addresses',
    value: list(() => ({ state: 'OR' })),
  },
  addressPart: {
    ...creation((address_line2) => ({ addresses: [{ address_line1: '1 Main St', address_line2, city: 'Portland', state: 'OR' }] })),
    ...text,
    names: 'address.address_line2',
  },
  country: {
    ...creation((country) => ({ addresses: [{ address_line1: '1 Main St', city: 'Portland', state: 'OR', country }] })),
    ...text,
    names: 'address.country',
  },
  phoneNumbers: {
    ...creation((phone_numbers) => ({ phone_numbers })),
    names: 'phone_numbers',
    value: list((n) => ({ phone_number: `+1 503 555 01${10 + n}` })),
  },
  emailAddresses: {
    ...creation((email_addresses) => ({ email_addresses })),
    names: 'email_addresses',
    value: list((n) => ({ email_address: `ann${n}@example.com` })),
  },
  people: { ...creation((people) => ({ people })), names: 'people', value: list((n) => ({ name: `Person ${n}` })) },
  personName: { ...text, ...creation((name) => ({ people: [{ name }] })), names: 'people.0.name' },
  title: { ...text, ...creation((title) => ({ people: [{ name: 'Ann Smith', title }] })), names: 'people.0.title' },
  titles: {
    ...creation((titles) => ({ people: [{ name: 'Ann Smith', titles }] })),
    names: 'people.0.titles',
    value: list((n) => `Title ${n}`),
  },
  personPhone: { ...creation((phone) => ({ people: [{ name: 'Ann Smith', phone }] })), names: 'people.0.phone', value: digits },
  share: {
    ...creation((ownership_percentage) => ({ people: [{ name: 'Ann Smith', ownership_percentage }] })),
    names: 'people.0.ownership_percentage',
    value: itself,
    step: 0.01,
  },
  owners: { ...creation((ownership) => ({ ownership })), names: 'ownership', value: list((n) => ({ person: { name: `Owner ${n}` } })) },
  ownedShare: {
    ...creation((percentage) => ({ ownership: [{ person: { name: 'Ann Smith' }, percentage }] })),
    names: 'ownership.0.percentage',
    value: itself,
    step: 0.01,
  },
  registrationNumber: {
    ...text,
    ...creation((registration_number) => ({ ownership: [{ business: { name: 'Acme Holding', registration_number } }] })),
    names: 'ownership.0.business.registration_number',
  },
  wording: {
    ...text,
    ...by(
      'post',
      () => `/v1/businesses/${scene.verifiedId}/ownership/certifications`,
      (wording) => ({ name: 'Ann Smith', wording }),
    ),
    names: 'wording',
  },
  url: { ...creation((url) => ({ website: { url } })), names: 'website.url', value: webAddress },
  externalId: { ...text, ...creation((external_id) => ({ external_id })), names: 'external_id' },
  connectionId: { ...text, ...creation((connection_id) => ({ connection_id })), names: 'connection_id', otherwise: /connection/ },
  tags: { ...creation((tags) => ({ tags })), names: 'tags', value: list((n) => `tag ${n}`) },
  tag: { ...text, ...creation((tag) => ({ tags: [tag] })), names: 'tags.0' },
  orders: { ...creation((orders) => ({ orders })), names: 'orders', value: list(() => ({ product: 'tin' })), otherwise: /still running/ },
  subproducts: {
    ...creation((subproducts) => ({ orders: [{ product: 'identity' }, { product: 'documents', subproducts }] })),
    names: 'orders.1.subproducts',
    value: list(() => 'articles_of_incorporation'),
  },
  orderStatus: {
    ...text,
    send: async (status) => {
      const { orders } = (await scene.client.get(`/v1/businesses/${scene.idleId}`)).body
      return scene.client.put(`/v1/orders/${filled<Body>(orders)[0].id}`, { status })
    },
    names: 'status',
  },
  reason: {
    ...text,
    ...by(
      'put',
      () => `/v1/businesses/${scene.verifiedId}/risk`,
      (reason) => ({ tier: 'high', reason }),
    ),
    names: 'reason',
  },
  statusReasons: {
    ...by(
      'patch',
      () => `/v1/businesses/${scene.verifiedId}`,
      (status_reasons) => ({ status: 'rejected', status_reasons }),
    ),
    names: 'status_reasons',
    value: list(() => ({ code: 'no_such_code' })),
    otherwise: /reason/,
  },
  reasonCode: { ...decision((code) => ({ code })), ...text, names: 'status_reasons.0.code', otherwise: /reason/ },
  reasonText: { ...text, ...notices((words) => ({ reasons: [{ code: 'one', text: words }] })), names: 'reasons.0.text' },
  listedReasons: { ...notices((reasons) => ({ reasons })), names: 'reasons', value: list((n) => ({ code: `code_${n}`, text: 'Why' })) },
  findings: {
    ...decision((findings) => ({ findings })),
    names: 'status_reasons.0.findings',
    value: list((n) => `task_${n}`),
    otherwise: /reason/,
  },
  finding: { ...decision((finding) => ({ findings: [finding] })), ...text, names: 'status_reasons.0.findings.0', otherwise: /reason/ },
  creditorName: { ...text, ...notices((creditor_name) => ({ creditor_name })), names: 'creditor_name' },
  noticeAddress: { ...text, ...notices((creditor_address) => ({ creditor_address })), names: 'creditor_address' },
  note: {
    ...text,
    ...by(
      'post',
      () => `/v1/businesses/${scene.verifiedId}/notes`,
      (words) => ({ text: words }),
    ),
    names: 'text',
  },
  actionEntries: { ...action('add_attributes', (names) => ({ names })), names: 'payload.names', value: list((n) => `Name ${n}`) },
  sourceType: {
    ...text,
    ...action('add_sources', (type) => ({ sources: [{ url: 'https://acme.example', type }] })),
    names: 'payload.sources.0.type',
  },
  debtors: { ...lien((debtors) => ({ debtors })), names: 'debtors', value: list((n) => ({ ...debtor, organization_name: `Debtor ${n}` })) },
  securedParties: { ...lien((secured_parties) => ({ secured_parties })), names: 'secured_parties', value: list(() => bank) },
  partyOrganization: {
    ...text,
    ...lien((organization_name) => ({ debtors: [{ ...debtor, organization_name }] })),
    names: 'debtors.0.organization_name',
  },
  partyPerson: {
    ...text,
    ...lien((first_name) => ({ debtors: [{ first_name, last_name: 'Doe', addresses: [place] }] })),
    names: 'debtors.0.first_name',
  },
  collateral: { ...text, ...lien((collateral) => ({ collateral })), names: 'collateral' },
  packetNumber: { ...text, ...lien((packet_number) => ({ packet_number })), names: 'packet_number' },
  lienStates: { ...lien((all) => ({ states: all })), names: 'states', value: list((n) => states[n % states.length]), otherwise: /twice/ },
  lienBatch: {
    ...by(
      'post',
      () => `/v1/businesses/${scene.verifiedId}/liens/batch`,
      (liens) => ({ liens }),
    ),
    names: 'liens',
    value: list((n) => ({ state: states[n], debtors: [debtor], secured_parties: [bank], collateral: 'All inventory' })),
  },
  monitored: {
    ...by(
      'post',
      () => `/v1/businesses/${scene.verifiedId}/monitor`,
      (event_types) => ({ event_types }),
    ),
    names: 'event_types',
    value: list(() => 'registration'),
  },
  reviewMonths: {
    ...calendar((each) => ({ high_months: each, medium_months: each, low_months: each })),
    names: 'high_months',
    value: itself,
  },
  soonDays: { ...calendar((soon_days) => ({ soon_days })), names: 'soon_days', value: itself },
  changeDays: { ...calendar((change_days) => ({ change_days })), names: 'change_days', value: itself },
  retentionMonths: {
    ...by('put', '/v1/retention', (customer_months) => ({ customer_months, applicant_months: 60, automatic: false })),
    names: 'customer_months',
    value: itself,
  },
  erasures: {
    ...by('post', '/v1/retention/erasures', (business_ids) => ({ business_ids })),
    names: 'business_ids',
    value: list(uuid),
    otherwise: /not found|due/,
  },
  contextType: {
    ...text,
    ...by('post', '/v1/runs', (context_type) => ({ type: 'business_verification', context_type, context_id: scene.verifiedId })),
    names: 'context_type',
    otherwise: /context/,
  },
  answer: {
    ...text,
    send: async (answer) => {
      const run = await scene.client.post('/v1/runs', { type: 'business_verification', business_id: scene.verifiedId })
      return scene.client.post(`/v1/runs/${run.body.id}/resume`, { interrupt_id: uuid(1), answer })
    },
    names: 'answer',
    otherwise: /question/,
  },
  batchName: {
    ...text,
    ...by('post', '/v1/business_batches', (name) => ({ name, filename: 'one.csv', csv: Buffer.from('name\nAcme\n').toString('base64') })),
    names: 'name',
  },
  modelSlug: { ...text, ...signal((model_slug) => ({ model_slug })), names: 'model_slug', otherwise: /model/ },
  secret: { ...text, ...by('post', '/v1/webhooks', (secret) => ({ url: 'https://example.com/hook', secret })), names: 'secret' },
  companyName: { ...text, ...company((legal_name) => ({ legal_name })), names: 'legal_name' },
  email: { ...company((contact_email) => ({ contact_email })), names: 'contact_email', value: email },
  companyPhone: { ...company((contact_phone_number) => ({ contact_phone_number })), names: 'contact_phone_number', value: digits },
  companyType: { ...text, ...company((entity_type) => ({ entity_type })), names: 'entity_type' },
  companyAddresses: {
    ...company((addresses) => ({ addresses })),
    names: 'addresses',
    value: list(() => ({ city: 'Portland', state: 'OR' })),
  },
  companyAddressLine: companyAddress('address_line2'),
  companyCity: companyAddress('city'),
  companyPostalCode: companyAddress('postal_code'),
  companyAddressType: companyAddress('address_type'),
  registrationTypes: {
    ...registration((tax_registration_types) => ({ tax_registration_types })),
    names: 'tax_registration_types',
    value: list(() => 'annual_filing'),
    status: 400,
  },
  jurisdictions: {
    ...registration((jurisdictions) => ({ jurisdictions })),
    names: 'jurisdictions',
    value: list((n) => `pa-${n}`),
    status: 400,
    otherwise: /jurisdiction/,
  },
  jurisdiction: { ...text, ...search('/v1/agent/jurisdictions/search', (slug) => ({ slug })), names: 'slug' },
  askedJurisdictions: {
    ...search('/v1/agent/questions', (slugs) => ({ state: 'PA', 'jurisdiction_slugs[]': slugs })),
    names: 'jurisdiction_slugs[]',
    value: list((n) => `pa-${n}`),
    otherwise: /no jurisdiction of PA/,
  },
  askedStates: {
    ...search('/v1/agent/questions', (all) => ({ 'states[]': all })),
    names: 'states[]',
    value: list((n) => states[n % states.length]),
  },
  searchWords: { ...text, ...search('/v1/partner/mail', (q) => ({ q })), names: 'q' },
  section: {
    ...text,
    send: async (section) => {
      const { body } = await scene.client.post('/v1/partner/registration_requests', {
        state: 'PA',
        email: 'ann@example.com',
        company_name: 'Acme',
      })
      return scene.client.get(`/v1/partner/registration_requests/${body.id}/guest_dashboard?section=${section}`)
    },
    names: 'section',
    status: 400,
  },
  typedName: { ...text, ...by('post', '/v1/identities/autocomplete', (name) => ({ name })), names: 'name' },
  identityId: { ...text, ...prefill((autocomplete_result_id) => ({ autocomplete_result_id })), names: 'autocomplete_result_id' },
  policyName: { ...text, ...trial((name) => ({ name })), names: 'definition.name' },
  policyDescription: { ...text, ...trial((description) => ({ description })), names: 'definition.description' },
  policyRules: { ...trial((rules) => ({ rules })), names: 'definition.rules', value: list((n) => ({ ...trialRule, name: `rule ${n}` })) },
  policyResult: { ...text, ...ruleOf((result) => ({ result })), names: 'definition.rules.0.result' },
  policyActions: {
    ...ruleOf((actions) => ({ actions })),
    names: 'definition.rules.0.actions',
    value: list((n) => ({ type: 'add_tag', tag: `tag ${n}` })),
  },
  policyReasons: {
    ...ruleOf((reasons) => ({ actions: [{ type: 'set_status', status: 'rejected', reasons }] })),
    names: 'definition.rules.0.actions.0.reasons',
    value: list((n) => `reason_${n}`),
  },
  policyReason: {
    ...text,
    ...ruleOf((reason) => ({ actions: [{ type: 'set_status', status: 'rejected', reasons: [reason] }] })),
    names: 'definition.rules.0.actions.0.reasons.0',
  },
  policyTag: { ...text, ...ruleOf((tag) => ({ actions: [{ type: 'add_tag', tag }] })), names: 'definition.rules.0.actions.0.tag' },
  // Test businesses are screened against made-up lists, for which the least is higher.
  trialThreshold: {
    send: (watchlist_threshold) => tried(scene.probity.live, { definition: { name: 'One', rules: [trialRule] }, watchlist_threshold }),
    names: 'watchlist_threshold',
    value: itself,
    step: 0.01,
  },
  trialLists: {
    ...trial(
      () => ({}),
      (list_versions) => ({ list_versions }),
    ),
    names: 'list_versions',
    value: list((n) => ({ list: 'SDN', version: `v${n}` })),
    otherwise: /list|version/,
  },
  label: { ...text, ...by('post', '/v1/api_keys', (name) => ({ name })), names: 'name' },
  clockBusinesses: {
    send: async (count: number) => {
      const made = Array.from({ length: count }, () => scene.client.post('/v1/businesses', acme))
      const business_ids = (await Promise.all(made)).map(({ body }) => body.id)
      return scene.client.post('/v1/test_clocks', { name: 'Many', business_ids })
    },
    names: 'business_ids',
    value: itself,
  },
}
