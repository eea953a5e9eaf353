// What sources find, in its plainest form: tests say only what matters to them.
import type { AddressFinding, RegistrationFinding } from '../../src/evidence/ports.ts'

export const registrationFinding = (change: Partial<RegistrationFinding> = {}): RegistrationFinding => ({
  name: 'ACME WIDGETS LLC',
  match: { score: 1, explanation: 'the same name' },
  name_type: 'legal',
  status: 'active',
  sub_status: null,
  status_details: null,
  state: 'OR',
  jurisdiction: 'DOMESTIC',
  entity_type: 'LLC',
  file_number: '1',
  registration_date: null,
  addresses: [],
  officers: [],
  registered_agent: null,
  source_url: null,
  history: [],
  sources: [],
  ...change,
})

/** Of the first submitted address. */
export const addressFinding = (change: Partial<AddressFinding> = {}): AddressFinding => ({
  index: 0,
  latitude: null,
  longitude: null,
  valid: true,
  deliverable: null,
  property_type: null,
  cmra: null,
  virtual: null,
  registered_agent_name: null,
  location_count: null,
  sources: [],
  ...change,
})
