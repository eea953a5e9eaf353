// Frozen samples (see samples.ts) of what registries and other published records say of a business.
import { address, found, id, other, sources } from './sample-parts.ts'

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

export const registrySamples = {
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
}
