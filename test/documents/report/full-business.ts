// A business with as much in it as a report has to hold, in several scripts.
import type { z } from 'zod'
import type { Business } from '../../../src/interface/records/business.ts'
import type { ReportContents } from '../../../src/interface/resources/report.ts'

export const at = '2026-11-21T09:30:00.000Z'
const id = '01a1fe43-1e6b-76cd-89f0-4e4f0c970b1a'
const source = { id, type: 'or_sos', metadata: { data_set: 'or_active_businesses', version: '2026-11-01', row: '123456-99' } }

export const fullConclusion: ReportContents['conclusion'] = {
  decision: {
    status: 'rejected',
    reason: 'sanctions_hit',
    note: 'Hit confirmed by phone — 制裁',
    override: null,
    actor: { type: 'user', id },
    proposed_by: null,
    at,
  },
  isErased: false,
  decider: 'Ann Analyst',
  policy: null,
  decisions: [
    {
      status: 'rejected',
      by: 'Ann Analyst',
      at,
      reason: 'Sanctions hit',
      note: 'Hit confirmed by phone — 制裁',
      passedOver: 0,
      overridden: [],
      reasons: [{ code: 'sanctions', text: 'Match with a government sanctions list', findings: ['Watchlist: Hits'] }],
    },
    { status: 'approved', by: 'Bob Before', at, reason: 'The findings support it', note: '', passedOver: 0, overridden: [], reasons: [] },
  ],
  compared: [
    { field: 'Name', submitted: 'Acme Widgets LLC', found: 'ACME WIDGET LLC', agreement: 'similar', explanation: 'one letter less' },
    { field: 'Phone', submitted: '503-555-0100', found: '', agreement: 'unknown', explanation: '' },
  ],
  sources: [
    {
      name: 'Oregon active businesses',
      version: '2026-11-01',
      asOf: '2026-11-01',
      loadedOn: null,
      age: '20 days',
      isOld: false,
      isSandbox: false,
    },
    { name: 'Florida', version: '2019', asOf: '2019-03-29', loadedOn: null, age: '7 years', isOld: true, isSandbox: false },
  ],
}

export const fullOwnership: ReportContents['ownership'] = {
  object: 'ownership',
  business_id: id,
  parties: [],
  interests: [{ owner_id: id, owned_id: id, kind: 'ownership', percentage: 100, since: null }],
  owners: [
    {
      party_id: id,
      type: 'person',
      name: 'Владимир Owner',
      level: 1,
      direct_percentage: 25,
      indirect_percentage: 11.5,
      effective_percentage: 36.5,
      controls: true,
      is_ultimate: true,
      is_beneficial_owner: true,
      watchlist_hits: 1,
      listed_percentage: 0,
    },
  ],
  identified_percentage: 36.5,
  listed: { percentage: 50, counts_as_listed: true },
  found: [],
  discrepancies: [],
  certifications: [
    {
      object: 'ownership_certification',
      id,
      name: 'Ann Smith',
      title: 'Member',
      wording: 'All I know of.',
      structure_sha256: 'ab'.repeat(32),
      is_current: false,
      certified_at: at,
    },
  ],
}

export const fullBusiness = (name: string): z.output<typeof Business> => ({
  object: 'business',
  id,
  name,
  status: 'rejected',
  tags: ['priority', 'Čeština'],
  requester: { id, type: 'account', name: 'First account', requested_at: at },
  review: {
    object: 'review',
    id,
    created_at: at,
    updated_at: at,
    completed_at: at,
    assignee: null,
    tasks: (['success', 'warning', 'failure', 'neutral'] as const).flatMap((status) =>
      Array.from({ length: 8 }, () => ({
        category: 'name' as const,
        key: 'name' as const,
        label: 'Business Name' as const,
        name: 'name',
        status,
        sub_label: 'Verified',
        message:
          'The name "Acme Widgets LLC" is registered in OR: the same but for its ending, and quite some further words of explanation. As of 2019-03-29, 7 years old: older than the limit of 90 days.',
        sources: [source],
      })),
    ) as never,
  },
  registrations: Array.from({ length: 20 }, (_, index) => ({
    object: 'registration',
    id,
    business_id: id,
    name: `${name} ${index}`,
    status: index % 2 ? 'active' : 'inactive',
    state: 'OR',
    file_number: `F-${index}`,
    entity_type: 'LLC',
    jurisdiction: 'DOMESTIC',
  })) as never,
  possible_registrations: [
    {
      object: 'possible_registration',
      id,
      name: 'ACME WIDGETS WEST LLC',
      status: 'active',
      jurisdiction: 'DOMESTIC',
      entity_type: 'LLC',
      file_number: 'P-77',
      state: 'OR',
      address: null,
      explanation: 'without "west"; no address agrees',
    },
  ],
  people: Array.from({ length: 30 }, (_, index) => ({
    object: 'person',
    id,
    name: index % 2 ? 'Αλέξανδρος Παπαδόπουλος' : 'Ольга Ивановна Кузнецова',
    submitted: false,
    business_id: id,
    titles: [{ object: 'person_title', title: 'Director' }],
    sources: [source],
  })) as never,
  addresses: [],
  watchlist: {
    object: 'watchlist',
    id,
    hit_count: 1,
    agencies: [],
    people: [],
    lists: [
      {
        object: 'watchlist_source',
        agency: 'Office of Foreign Assets Control',
        agency_abbr: 'OFAC',
        organization: 'US Department of the Treasury',
        title: 'Specially Designated Nationals',
        abbr: 'SDN',
        version: '2026-11-20',
        results: [
          {
            object: 'watchlist_result',
            id,
            status: 'hit',
            entity_name: 'ООО «Пример»',
            entity_aliases: Array.from({ length: 400 }, (_, index) => `Other name ${index}`),
            listed_at: null,
            agency_information_url: 'https://example.com',
            agency_list_url: 'https://example.com',
            score: 0.93,
            addresses: [],
            url: null,
            list_country: 'US',
            list_url: 'https://example.com',
            list_region: 'North America',
            categories: [],
            entry_id: null,
            list_version: null,
            screened: 'business',
            screened_id: id,
            screened_name: name,
            matched_alias: null,
            explanation: 'the same words',
            entity_type: 'entity',
            title: null,
            dates_of_birth: [],
            nationalities: [],
            identifiers: [],
            remarks: null,
            dismissal: null,
            earlier_dismissals: [],
          },
        ],
      },
    ],
  },
  created_at: at,
  updated_at: at,
})

export const fullNotes: ReportContents['notes'] = [
  {
    object: 'note',
    id,
    business_id: id,
    text: 'Spoke to the owner about the move.',
    author: { id, type: 'user', name: 'Ann Analyst' },
    created_at: at,
  },
]

export const fullRecord: ReportContents['record'] = {
  stream: `business-${id}`,
  events: 42,
  last_event_id: id,
  hash: 'a1b2c3d4'.repeat(8),
  proof: `/v1/businesses/${id}/proof`,
}

export const fullRisk: ReportContents['risk'] = {
  object: 'risk',
  business_id: '0198c0de-0000-7000-8000-000000000001',
  tier: 'high',
  computed: 'medium',
  points: 35,
  inputs: [
    { key: 'lien', told: 'A lien', applies: true, points: 20 },
    { key: 'differing_owners', told: 'Owners differ from published data', applies: true, points: 15 },
    { key: 'bankruptcy', told: 'A bankruptcy', applies: false, points: 0 },
  ],
  table: { version: 1, thresholds: [{ tier: 'low', from: 0 }] },
  override: { tier: 'high', reason: 'Its owners changed twice this year.', computed: 'medium', table_version: 1, set_at: at },
  review_due_at: '2027-11-21T09:30:00.000Z',
  review_date: null,
}
