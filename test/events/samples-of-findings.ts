// Frozen samples (see samples.ts) of what else is found of a business, and of what people do with a finding.
import { address, found, id, other, person, sources } from './sample-parts.ts'

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
  WatchlistHitChanged: [
    { version: 1, data: { ...found, order_id: null, hit, changes: [{ field: 'programs', removed: ['SDNT'], added: ['SDGT'] }] } },
  ],
  WatchlistHitGone: [{ version: 1, data: { ...found, order_id: null, hit } }],
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
  TinCheckGone: [{ version: 1, data: { ...found, order_id: null, outcome: 'person', name: 'Ann Doe', attempt: 2 } }],
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
  TinVouchingEnded: [{ version: 1, data: { verified: true, by: 'user' } }],
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
