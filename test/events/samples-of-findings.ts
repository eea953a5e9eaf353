// Frozen samples (see samples.ts) of what is found of a business, and of what people do with a finding.
import { address, id, other, sources } from './sample-parts.ts'

const found = { order_id: id, sources }
/** With the registry's wording of the kind of entity. */
const filed = {
  order_id: id,
  sources: sources.map((each) => ({ ...each, metadata: { ...each.metadata, filed_as: 'DOMESTIC LIMITED LIABILITY COMPANY' } })),
}

const registration = {
  id,
  name: 'ACME WIDGETS LLC',
  name_type: 'legal',
  match: { score: 0.98, explanation: 'the same name' },
  status: 'active',
  sub_status: null,
  status_details: 'In good standing',
  jurisdiction: 'DOMESTIC',
  entity_type: 'LLC',
  file_number: '123456-78',
  registration_date: '2001-02-03',
  state: 'OR',
  addresses: [{ ...address, labels: ['principal'] }],
  officers: [{ id: other, name: 'DOE, ANN', titles: ['Manager'] }],
  registered_agent: { id: other, name: 'Agents Inc', address: '2 Side St, Salem, OR 97301' },
  source_url: 'https://example.com/registry/123456-78',
  history: [{ type: 'registration.updated', occurred_at: '2011-01-01', description: 'Renewed' }],
}

const possibleMatch = {
  id,
  name: 'ACME WIDGET LLC',
  name_type: 'legal',
  match: { score: 0.9, explanation: '"widgets" against "widget"' },
  status: 'active',
  jurisdiction: 'DOMESTIC',
  entity_type: 'LLC',
  file_number: '123456-79',
  registration_date: '2001-02-03',
  state: 'OR',
  source_url: null,
  reason: 'the name is only alike, and no address, officer or number agrees',
  full_address: '1 Main St, Portland, OR 97201',
}

const foundOwner = {
  id: other,
  party_id: other,
  owned_id: id,
  relation: 'control_register',
  type: 'person',
  name: 'Ann Doe',
  born: '1970-05',
  country: 'England',
  lei: null,
  registration_number: null,
  interests: [{ kind: 'ownership', from: 25, to: 50 }],
  since: '2020-01-31',
  is_complete: true,
}
const leiParent = { lei: '529900T8BM49AURSDO55', name: 'ACME HOLDING SE', country: 'DE', percentage: 75.5, since: '2020-01-31' }
const leiRecord = {
  id,
  lei: '5493001KJTIIGC8Y1R12',
  name: 'ACME TOOLS INC',
  match: { score: 1, explanation: 'the same name' },
  possible: null,
  other_names: [{ name: 'ACME', type: 'TRADING_OR_OPERATING_NAME' }],
  addresses: [{ ...address, labels: ['legal'] }],
  authority: 'RA000602',
  state: 'DE',
  number: '123456',
  jurisdiction: 'US-DE',
  category: 'GENERAL',
  entity_type: 'CORPORATION',
  status: 'active',
  registration_status: 'ISSUED',
  created_on: '2001-02-03',
  registered_on: '2012-06-06',
  renews_on: '2027-06-06',
  successor_lei: null,
  direct_parent: leiParent,
  ultimate_parent: leiParent,
  head_office: null,
}
const publicRecord = {
  id,
  kind: 'motor_carrier',
  name: 'ACME WIDGETS LLC',
  match: { score: 1, explanation: 'the same name' },
  full_address: '1 Main St, Portland, OR 97201',
}

const person = {
  id,
  name: 'Ann Doe',
  title: 'Manager',
  email: 'ann@example.com',
  phone: '+15035550100',
  dob: '1970-01-02',
  ssn: '123456789',
}
const profile = {
  id,
  type: 'facebook',
  external_id: null,
  url: 'https://www.facebook.com/acmewidgets',
  status: 'online',
  submitted: false,
  error: null,
  metadata: { name: 'Acme Widgets', city: 'Portland', recent_posts: [{ text: 'Open on Sunday' }] },
  rating: 4.5,
  rating_count: 12,
}

const website = {
  website_id: id,
  url: 'https://acme-widgets.example',
  submitted: true,
  status: 'online',
  http_status_code: 200,
  title: 'Acme Widgets',
  description: null,
  error: null,
  category: 'business',
  platform: 'WordPress',
  parked: false,
  posts_summary: null,
  reviews_summary: null,
  domain: {
    domain: 'acme-widgets.example',
    domain_id: 'D1',
    creation_date: '2012-03-14T00:00:00.000Z',
    expiration_date: null,
    registrar: { organization: 'Registrar, Inc.', name: 'Registrar', url: null },
    registrant: null,
    redirected: false,
    url_shortener: false,
    resolved_url: 'https://acme-widgets.example/',
  },
  pages: [{ url: 'https://acme-widgets.example/', category: 'home' }],
  names: [{ id: other, name: 'Acme Widgets', sources }],
  phone_numbers: [{ id: other, number: '+15035550100', contact_type: 'fax', submitted: false, sources }],
  email_addresses: [{ id: other, email: 'info@acme-widgets.example', submitted: false, sources }],
  people: [{ id: other, name: 'Ann Doe', titles: ['Owner'] }],
  addresses: [{ id: other, ...address, submitted: true, sources }],
  quality_rating: 'moderate',
  indicators: [
    {
      type: 'https',
      name: 'HTTPS',
      rating: 'positive',
      value: 'Valid certificate',
      description: 'Whether the site is served with a valid certificate.',
      explanation: 'The site is served with a valid certificate.',
      examples: [{ url: 'https://acme-widgets.example/', excerpt: 'https' }],
    },
  ],
  name_match: { name: 'Acme Widgets', score: 1, explanation: 'the same name' },
  address_matches: [{ id: other, score: 1, explanation: 'the same address' }],
  person_matches: [],
  risky_keywords: ['casino'],
}

const exemption = {
  id,
  ein: '123456789',
  name: 'ACME FOUNDATION',
  section: '501(c)(3)',
  ruling_date: '1999-01-01',
  tax_period: '2025-12-31',
  revoked_at: null,
  ntee_code: 'A01',
}

const carrier = {
  id,
  dot_number: '1234567',
  legal_name: 'ACME TRUCKING',
  dba_name: null,
  source: 'https://example.com/carrier',
  addresses: ['1 Main St, Portland, OR 97201'],
  revocations: [{ type: 'INVOLUNTARY', docket_number: 'MC1', served_on: '2020-01-01', effective_on: null }],
}

const loan = {
  id,
  issued_date: '2020-04-15',
  amount: 150000,
  amount_range: null,
  lender: 'First Bank',
  naics_code: '332000',
  business_type: 'LLC',
  jobs_reported: '12',
  non_profit: null,
}

const hit = {
  id,
  screened: 'person',
  screened_id: other,
  screened_name: 'Ann Doe',
  list: 'SDN',
  entity_name: 'DOE, Ann',
  matched_name: 'DOE, Anne',
  match: { score: 0.95, explanation: 'a typing error' },
  entity_aliases: ['DOE, Anne'],
  entity_type: 'individual',
  addresses: ['Somewhere'],
  programs: ['SDGT'],
  listed_at: '2010-01-01',
  remarks: null,
  agency_information_url: 'https://example.com/agency',
  agency_list_url: 'https://example.com/list',
  url: null,
  list_country: 'US',
  list_region: 'North America',
}

export const findingSamples = {
  NameFound: [{ version: 1, data: { ...found, name: { id, name: 'ACME WIDGETS LLC', type: 'legal' } } }],
  NameGone: [{ version: 1, data: { ...found, name: { id, name: 'ACME', type: 'dba' } } }],
  AddressFound: [{ version: 1, data: { ...found, address: { id, ...address, labels: ['mailing'] } } }],
  AddressGone: [{ version: 1, data: { ...found, order_id: null, address: { id, ...address, labels: [] } } }],
  AddressAssessed: [
    {
      version: 1,
      data: {
        ...found,
        assessment: {
          address_id: id,
          latitude: 45.5,
          longitude: -122.6,
          valid: true,
          deliverable: true,
          property_type: 'commercial',
          cmra: false,
          virtual: null,
          registered_agent_name: null,
          location_count: 3,
          comparison: { kind: 'verified', full_address: address.full_address, distance_miles: 0, explanation: 'the same address' },
        },
      },
    },
  ],
  RegistrationFound: [
    { version: 1, data: { ...found, registration: { ...registration, entity_type: 'DOMESTIC LIMITED LIABILITY COMPANY' } } },
    { version: 1, data: { ...found, registration: { ...registration, entity_type: 'ASSUMED BUSINESS NAME' } } },
    { version: 2, data: { ...filed, registration } },
    { version: 2, data: { ...filed, registration: { ...registration, entity_type: null } } },
  ],
  RegistrationChanged: [
    { version: 1, data: { ...found, order_id: null, registration, previous_attributes: { status: 'inactive' } } },
    { version: 2, data: { ...filed, order_id: null, registration, previous_attributes: { status: 'inactive' } } },
  ],
  OwnerFound: [
    { version: 1, data: { ...found, found_owner: foundOwner } },
    {
      version: 1,
      data: { ...found, found_owner: { ...foundOwner, name: null, born: null, relation: 'direct_parent', is_complete: false } },
    },
  ],
  OwnerGone: [{ version: 1, data: { ...found, order_id: null, found_owner: foundOwner } }],
  OwnerDiscrepancyFound: [
    { version: 1, data: { discrepancy: { id, kind: 'not_submitted', found_id: other, submitted_id: null, due_on: '2026-02-14' } } },
  ],
  OwnerDiscrepancyOverdue: [{ version: 1, data: { discrepancy_id: id, due_on: '2026-02-14' } }],
  OwnerDiscrepancyResolved: [
    { version: 1, data: { discrepancy_id: id, cause: 'person', reason: 'The register is out of date.' } },
    { version: 1, data: { discrepancy_id: id, cause: 'data', reason: null } },
  ],
  RiskTierSet: [
    { version: 1, data: { risk: { id, tier: 'high', reason: 'Its owners changed twice.', computed: 'low', table_version: 1 } } },
    { version: 1, data: { risk: { id, tier: null, reason: 'Settled.', computed: 'low', table_version: 1 } } },
  ],
  LeiRecordFound: [{ version: 1, data: { ...found, lei_record: leiRecord } }],
  LeiRecordChanged: [
    {
      version: 1,
      data: {
        ...found,
        order_id: null,
        lei_record: {
          ...leiRecord,
          registration_status: 'LAPSED',
          changed: { fields: ['registration status'], last_version: '2026-01-01', since_version: '2026-02-01' },
          vanished: { last_version: '2026-02-01', missing_from: '2026-03-01' },
        },
        previous_attributes: { registration_status: 'ISSUED', direct_parent: null },
      },
    },
  ],
  LeiRecordGone: [{ version: 1, data: { ...found, order_id: null, lei_record: leiRecord } }],
  PossibleMatchFound: [
    { version: 1, data: { ...found, possible_match: possibleMatch } },
    { version: 2, data: { ...filed, possible_match: possibleMatch } },
  ],
  PossibleMatchGone: [
    { version: 1, data: { ...found, order_id: null, possible_match: possibleMatch } },
    { version: 2, data: { ...filed, order_id: null, possible_match: possibleMatch } },
  ],
  PublicRecordFound: [
    { version: 1, data: { ...found, public_record: publicRecord } },
    { version: 1, data: { ...found, public_record: { ...publicRecord, ends: { how: 'expires', on: '2027-05-31' } } } },
  ],
  PublicRecordGone: [{ version: 1, data: { ...found, order_id: null, public_record: publicRecord } }],
  NameCompared: [
    {
      version: 1,
      data: { ...found, comparison: { name_id: id, kind: 'verified', found_name: 'ACME TOOLS', explanation: 'the same name' } },
    },
  ],
  PersonFound: [{ version: 1, data: { ...found, person: { id, name: 'DOE, ANN', titles: ['Manager'] } } }],
  PersonGone: [{ version: 1, data: { ...found, person: { id, name: 'DOE, ANN', titles: [] } } }],
  PhoneNumberFound: [{ version: 1, data: { ...found, phone_number: { id, number: '+15035550100', contact_type: 'business' } } }],
  PhoneNumberGone: [
    { version: 1, data: { ...found, order_id: null, phone_number: { id, number: '+15035550100', contact_type: 'business' } } },
  ],
  EmailAddressFound: [{ version: 1, data: { ...found, email_address: { id, email: 'info@acme.example' } } }],
  EmailAddressGone: [{ version: 1, data: { ...found, order_id: null, email_address: { id, email: 'info@acme.example' } } }],
  FormationEstablished: [
    { version: 1, data: { ...found, entity_type: 'LLC', formation_date: '2001-02-03', formation_state: 'OR' } },
    { version: 2, data: { ...filed, entity_type: null, formation_date: '2001-02-03', formation_state: 'OR' } },
  ],
  WatchlistHitFound: [
    { version: 1, data: { ...found, hit } },
    {
      version: 1,
      data: {
        ...found,
        hit: {
          ...hit,
          entry_id: '12345',
          quality: 'alias',
          title: 'Director',
          ends_at: null,
          dates_of_birth: ['1960'],
          nationalities: ['Nowhere'],
          identifiers: ['Passport 1 (Nowhere)'],
        },
      },
    },
  ],
  WatchlistScreened: [
    {
      version: 1,
      data: {
        ...found,
        screening_id: id,
        lists: [
          { agency: 'Treasury', agency_abbr: 'OFAC', organization: 'United States', title: 'SDN', abbr: 'SDN', version: '2026-11-01' },
        ],
        hit_ids: [other],
      },
    },
    {
      version: 1,
      data: {
        ...found,
        screening_id: id,
        lists: [
          {
            agency: 'Treasury',
            agency_abbr: 'OFAC',
            organization: 'United States',
            title: 'SDN',
            abbr: 'SDN',
            version: '2026-11-01',
            data_set: 'ofac_sdn',
            entries: 17000,
            sha256: 'a'.repeat(64),
            content_sha256: 'b'.repeat(64),
          },
        ],
        screened: [
          { kind: 'business', id, name: 'Acme Widgets LLC' },
          { kind: 'person', id: other, name: 'Ann Doe' },
        ],
        index: [{ data_set: 'ofac_sdn', version: '2026-11-01', sha256: 'a'.repeat(64) }],
        rule: { matching: 'c'.repeat(64), thresholds: { 'business against entity, name': 0.85 } },
        hit_ids: [other],
      },
    },
  ],
  TinChecked: [{ version: 1, data: { ...found, outcome: 'person', name: 'Ann Doe', attempt: 2 } }],
  TaxExemptRecordFound: [{ version: 1, data: { ...found, record: exemption } }],
  TaxExemptRecordGone: [{ version: 1, data: { ...found, order_id: null, record: exemption } }],
  MotorCarrierFound: [{ version: 1, data: { ...found, carrier } }],
  MotorCarrierGone: [{ version: 1, data: { ...found, order_id: null, carrier } }],
  LoanFound: [
    { version: 1, data: { ...found, loan } },
    {
      version: 1,
      data: {
        ...found,
        loan: {
          id,
          issued_date: '2020-04-15',
          amount: 150000,
          amount_range: null,
          lender: 'First Bank',
          naics_code: '332000',
          business_type: 'LLC',
          jobs_reported: '12',
          non_profit: null,
          naics_title: 'Widget Making',
          gender: 'Female Owned',
          veteran: 'Non-Veteran',
          race_ethnicity: 'Unanswered',
        },
      },
    },
  ],
  LoanGone: [{ version: 1, data: { ...found, order_id: null, loan } }],
  IndustryClassified: [
    {
      version: 1,
      data: {
        ...found,
        classification_id: id,
        categories: [
          {
            classification_system: 'NAICS',
            name: 'Widget Making',
            sector: 'Manufacturing',
            category: 'Metal',
            score: 0.9,
            high_risk: false,
            naics_codes: ['332000'],
            sic_codes: [],
            mcc_codes: [],
            prohibited_labels: [],
          },
        ],
      },
    },
  ],
  ActionTaken: [
    {
      version: 1,
      data: {
        action_id: id,
        type: 'add_attributes',
        object_type: 'businesses',
        object_id: other,
        note: 'as the owner said by phone',
        metadata: {},
        effects: [
          {
            operation: 'created',
            diff: { name: { before: null, after: 'Ann Doe' } },
            target: { object: 'person', id },
            subject_id: id,
          },
        ],
        actors: [{ actor_type: 'account', data: { id: other } }],
      },
    },
  ],
  AttributesAdded: [
    {
      version: 1,
      data: {
        action_id: id,
        names: [{ id, name: 'Acme Widgets' }],
        addresses: [{ ...address, id }],
        people: [person],
        phone_numbers: [{ id, number: '+15035550100' }],
        email_addresses: [{ id, email: 'info@example.com' }],
        website: { url: 'https://example.com' },
      },
    },
  ],
  SourcesAdded: [{ version: 1, data: { action_id: id, sources: [{ id, url: 'https://example.com/about', type: 'website' }] } }],
  AddressRiskSet: [{ version: 1, data: { action_id: id, address_id: other, risk_rating: 'high', by: 'user' } }],
  TinVouched: [{ version: 1, data: { action_id: id, verified: true, by: 'user' } }],
  WatchlistHitDismissed: [
    { version: 1, data: { action_id: id, hit_id: other, reason: 'another person of that name' } },
    {
      version: 1,
      data: {
        action_id: id,
        hit_id: other,
        reason: 'another person of that name',
        scope: 'party',
        by: { actor_type: 'user', data: { id } },
        list: 'SDN',
        entity_name: 'DOE, Ann',
      },
    },
  ],
  WatchlistHitReopened: [
    {
      version: 1,
      data: {
        hit_id: other,
        cause: 'entry_changed',
        changes: [{ field: 'dates_of_birth', removed: ['1960'], added: ['1961', '1962'] }],
        list: 'SDN',
        entity_name: 'DOE, Ann',
      },
    },
  ],
  WebsiteAnalysed: [{ version: 1, data: { ...found, ...website } }],
  WebsiteGone: [{ version: 1, data: { ...found, order_id: null, ...website } }],
  ProfileFound: [{ version: 1, data: { ...found, profile } }],
  ProfileGone: [{ version: 1, data: { ...found, profile } }],
  ProductSearched: [
    {
      version: 1,
      data: { ...found, search: { id, product: 'bankruptcies', outcome: 'unavailable', reason: 'not available', record_ids: [] } },
    },
  ],
  ProductRecordFound: [
    {
      version: 1,
      data: {
        ...found,
        record: { id, kind: 'bankruptcy', product: 'bankruptcies', person_id: null, subject_id: id, content: { case_number: '23-10001' } },
      },
    },
  ],
  ProductRecordChanged: [
    {
      version: 1,
      data: {
        ...found,
        record: { id, kind: 'lien', product: 'liens', person_id: null, subject_id: id, content: { file_number: '7', status: 'closed' } },
        changed: ['status'],
      },
    },
  ],
  EmailAddressAssessed: [
    {
      version: 1,
      data: {
        ...found,
        assessment: {
          id,
          subject_id: id,
          email: 'ann@example.com',
          valid: true,
          domain: 'example.com',
          takes_mail: true,
          address_type: 'private',
        },
      },
    },
  ],
  DocumentReceived: [
    {
      version: 1,
      data: {
        ...found,
        document: {
          id,
          document_type: 'Articles of Incorporation',
          filename: 'articles.pdf',
          content_type: 'application/pdf',
          size: 1024,
          sha256: 'ab'.repeat(32),
          filing_date: '2024-02-29',
        },
      },
    },
  ],
}
