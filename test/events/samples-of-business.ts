// Frozen samples (see samples.ts) of a business, its orders and its review.
import { address, id, other, person, sources } from './sample-parts.ts'

const owner = { ...person, titles: ['Manager', 'Secretary'], ownership_percentage: 25.5 }
const structure = {
  parties: [
    { id, type: 'person', name: 'Ann Smith', date_of_birth: '1970-05-01', country: 'US', lei: null, registration_number: null },
    {
      id: other,
      type: 'business',
      name: 'Holding GmbH',
      date_of_birth: null,
      country: 'DE',
      lei: '529900T8BM49AURSDO55',
      registration_number: 'HRB 1',
    },
  ],
  interests: [
    { owner_id: other, owned_id: id, kind: 'ownership', percentage: 100, since: '2020-01-31' },
    { owner_id: id, owned_id: other, kind: 'appoints_management', percentage: null, since: null },
  ],
}
const furtherContacts = {
  names: [{ id: other, name: 'Acme', type: 'dba' }],
  phone_numbers: [{ id: other, number: '+15035550100' }],
  email_addresses: [{ id: other, email: 'info@acme.example' }],
  formation: { entity_type: 'LLC', formation_date: '2001-02-03', formation_state: null },
}
const order = { order_id: id }

export const businessSamples = {
  BusinessCreated: [
    {
      version: 1,
      data: {
        business_id: id,
        mode: 'live',
        name: 'Acme Widgets LLC',
        addresses: [{ id: other, ...address }],
        people: [person],
        tin: '123456789',
        tin_type: 'ein',
        website: { url: 'https://acme.example' },
        phone_numbers: [{ id: other, number: '+15035550100' }],
        external_id: 'e-1',
        unique_external_id: 'u-1',
        tags: ['new'],
        business_batch_id: other,
        connection_id: null,
        requester: { id: other, type: 'account' },
      },
    },
    {
      version: 1,
      data: {
        business_id: id,
        mode: 'live',
        name: 'Acme Widgets LLC',
        addresses: [{ id: other, ...address }],
        people: [owner],
        tin: null,
        tin_type: null,
        website: null,
        ...furtherContacts,
        ownership: structure,
        external_id: null,
        unique_external_id: null,
        tags: [],
        business_batch_id: null,
        connection_id: null,
        requester: { id: other, type: 'account' },
      },
    },
  ],
  BusinessUpdated: [
    { version: 1, data: { ...furtherContacts, people: [owner] } },
    { version: 1, data: { ownership: structure } },
    { version: 1, data: { lei: '5493001KJTIIGC8Y1R12' } },
    { version: 1, data: { ownership: null } },
    {
      version: 1,
      data: {
        name: 'Acme Gadgets LLC',
        addresses: [{ id: other, ...address }],
        people: [person],
        tin: '987654321',
        tin_type: 'ssn',
        external_id: null,
        unique_external_id: 'u-2',
        tags: [],
      },
    },
  ],
  BusinessApproved: [
    { version: 1, data: { note: 'looks fine' } },
    { version: 1, data: { note: 'another party', reason: 'hit_is_another_party', override: { hit_ids: [other] } } },
  ],
  BusinessRejected: [
    { version: 1, data: { note: null } },
    { version: 1, data: { note: null, reasons: [{ code: 'bankruptcy', text: 'Bankruptcy', findings: ['bankruptcies', other] }] } },
  ],
  BusinessReturnedToReview: [{ version: 1, data: { note: 'looked again' } }],
  BusinessAssigned: [{ version: 1, data: { assignee_id: other } }],
  ExampleRemoved: [{ version: 1, data: { order_ids: [other], hit_ids: [other] } }],

  OrderPlaced: [
    {
      version: 1,
      data: { ...order, product: 'tin', subproducts: [], options: { person_match: true }, requester: { id: other, type: 'api_key' } },
    },
  ],
  OrderStarted: [{ version: 1, data: order }],
  AuditRequested: [{ version: 1, data: { ...order, reason: 'the evidence asks for a person to look at it' } }],
  AuditCompleted: [{ version: 1, data: { ...order, note: null } }],
  OrderCompleted: [{ version: 1, data: order }],
  OrderAssigned: [{ version: 1, data: { ...order, assignee_id: other } }],
  OrderStatusSet: [{ version: 1, data: { ...order, status: 'looked at' } }],

  ReviewCompleted: [
    {
      version: 1,
      data: {
        review_id: id,
        tasks: [
          {
            category: 'name',
            key: 'name',
            label: 'Business Name',
            name: 'name',
            status: 'success',
            sub_label: 'Verified',
            message: 'The name "ACME WIDGETS LLC" is registered in OR.',
            sources,
          },
        ],
      },
    },
  ],
  ReviewRenewed: [
    {
      version: 1,
      data: {
        review_id: id,
        tasks: [
          {
            category: 'name',
            key: 'name',
            label: 'Business Name',
            name: 'name',
            status: 'success',
            sub_label: 'Verified',
            message: 'The name "ACME WIDGETS LLC" is registered in OR.',
            sources,
          },
        ],
      },
    },
  ],
  EvidenceConfirmed: [{ version: 1, data: { facts: [{ kind: 'registrations', id, sources }] } }],
}
