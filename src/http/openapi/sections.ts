// The sections (tags) of the interface description.
import type { Right } from '../../auth/rights.ts'
import type { KeyResource } from '../../events/key-scopes.ts'

export type SectionRow = {
  readonly about: string
  /** The scope that opens the section to API keys with scopes; null: it is closed to them. */
  readonly scope: KeyResource | null
  /** What a user's role must allow to write in the section. */
  readonly writers?: Right
  /** Its answers hold secrets. An answer that is kept for an `Idempotency-Key` is given again only to the caller who got it first. */
  readonly showsSecrets?: true
}

export const sections = {
  Service: { about: 'Whether the service is alive and ready, and its metrics.', scope: null },
  OAuth: { about: 'Access tokens for applications that act for users of the account (RFC 6749, RFC 7009).', scope: null },
  Businesses: {
    about: 'The record of a business: what was submitted, what was found, and its status. Creating one starts its verification.',
    scope: 'businesses',
  },
  Liens: { about: 'UCC liens: file one, follow it to its number, attach documents, terminate it.', scope: 'liens' },
  Monitoring: { about: 'Watch businesses for changes, and choose which changes you are notified of.', scope: 'monitoring' },
  Orders: { about: 'Order more products for a business, such as a TIN check, a website analysis or a litigation search.', scope: 'orders' },
  Documents: { about: 'Files that are evidence about a business.', scope: 'documents' },
  Review: { about: 'The review of a business: its tasks, each with a message and the sources it rests on.', scope: 'businesses' },
  'TIN match': { about: 'Whether a name and a tax number belong together.', scope: 'orders' },
  Decisions: {
    about: 'The decision on a business with its reasons, and the notice of a rejection for the applicant.',
    scope: 'businesses',
  },
  Screenings: { about: 'Screenings against watchlists, with signed certificates that can be checked offline.', scope: 'screenings' },
  Timeline: { about: 'What happened in the life of a business, by the registries that were searched.', scope: 'businesses' },
  Notes: { about: 'Notes that people write about a business.', scope: 'notes' },
  Ownership: { about: 'Who owns a business, directly and through others, and who certified it.', scope: 'businesses' },
  Risk: {
    about: 'How much risk a business has, by which inputs, what a person set instead, and when it is looked at again.',
    scope: 'businesses',
  },
  Retention: {
    about: 'How long records are kept after the end of a relationship, legal holds, and the erasure of what is due.',
    scope: 'retention',
  },
  Agents: {
    about:
      'Runs of agents that look at a business: start one, stream it, answer its question, rate its findings. An agent decides nothing.',
    scope: 'agents',
  },
  History: {
    about: 'Every event of a record, and the record as it stood at a time or position. The event feed of the account.',
    scope: 'history',
  },
  'Business batches': { about: 'Create businesses by the thousand from a CSV file.', scope: 'business_batches' },
  Signals: { about: 'A score for a name and addresses, with its reasons, before there is a business.', scope: 'signals' },
  Webhooks: {
    about: 'Notify your service of what happens. Each call is signed, and retried until it is accepted.',
    scope: 'webhooks',
    writers: 'manage',
  },
  Website: { about: 'The website of a business: what it says, and how far it can be trusted.', scope: 'businesses' },
  Actions: { about: 'What people do about a finding, such as dismissing a watchlist hit or rating an address.', scope: 'actions' },
  Partner: { about: 'Registering employers with state agencies: companies, applications, requests, questions and mail.', scope: 'partner' },
  Agent: { about: 'Local jurisdictions that tax wages, by place and time.', scope: 'jurisdictions' },
  Identities: {
    about: 'Find a business by name, number or website before it is created, and complete names as they are typed.',
    scope: 'identities',
  },
  Connections: { about: 'Which businesses share people, addresses or agents.', scope: 'connections' },
  Policies: { about: 'Versioned rules that decide, tag, monitor and order by themselves.', scope: 'policies', writers: 'operate' },
  Proposals: {
    about:
      'Two pairs of eyes: actions that one person proposed and another has to confirm, and the rule that says which actions those are.',
    scope: 'proposals',
  },
  'Test clocks': {
    about: 'Let time pass for businesses of the test mode: what is due on the way happens in its order.',
    scope: 'test_clocks',
  },
  'API keys': { about: 'Create, restrict, rotate and revoke the keys of the account.', scope: 'api_keys', showsSecrets: true },
} as const satisfies Readonly<Record<string, SectionRow>>
export type Section = keyof typeof sections
