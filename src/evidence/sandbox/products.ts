// Searches in the sandbox: they find nothing, unless the name of the business or of a person asks for it (scenarios.ts). Its documents say that they
// are made up.
import type { Subject } from '../ports.ts'
import { type DocumentSource, type DocumentType, documentTypes } from '../products/documents.ts'
import type { FoundRecord, ProductSource, RecordKind, SearchProduct } from '../products/products.ts'
import type { Vendors } from '../products/vendors.ts'
import { type PersonScenario, sandboxScenario } from './scenarios.ts'
import { source } from './source.ts'

const record = (kind: RecordKind, key: string, content: FoundRecord['content']): FoundRecord => ({
  kind,
  person_id: null,
  key,
  content,
  sources: [source(`${kind}/${key}`)],
})

type LienParts = { readonly type: 'ucc' | 'federal'; readonly key: string; readonly name: string; readonly subject: Subject }

const lien = ({ type, key, name, subject }: LienParts): FoundRecord =>
  record('lien', key, {
    type,
    state: subject.addresses.find(({ state }) => state !== null)?.state ?? 'DE',
    file_number: key,
    status: 'open',
    filing_date: '2023-05-02',
    lapse_date: '2028-05-02',
    collateral: type === 'ucc' ? 'All assets, made up for the sandbox' : null,
    liability_cents: type === 'federal' ? 1_250_000 : null,
    debtors: [{ name, address: subject.addresses[0]?.full_address ?? null }],
    secured_parties: [{ name: type === 'ucc' ? 'Sandbox Bank' : 'Tax Office of the Sandbox', address: null }],
  })

const bankruptcy = (key: string, name: string): FoundRecord =>
  record('bankruptcy', key, {
    case_number: key,
    chapter: 11,
    court: 'Bankruptcy Court of the Sandbox',
    filing_date: '2023-02-01',
    debtors: [{ name }],
    case_updates: [{ guid: null, pub_date: '2023-02-01', description: 'Voluntary petition' }],
  })

const litigation = (key: string, name: string, state: string | null): FoundRecord =>
  record('litigation', key, {
    case_name: `Other Business of the Sandbox v. ${name}`,
    case_number: key,
    case_status: 'OPEN',
    case_type: 'Contract',
    filing_date: '2022-08-15',
    jurisdiction: 'Civil Court of the Sandbox',
    jurisdiction_state: state,
    party_type: 'Defendant',
    parties: [
      { name: 'Other Business of the Sandbox', role: 'Plaintiff' },
      { name, role: 'Defendant' },
    ],
    judgments: [{ docket_entry_date: '2023-04-03', text: 'Judgment for the plaintiff', amount_cents: 480_000 }],
  })

const adverseMedia = (key: string, name: string): FoundRecord =>
  record('adverse_media', key, {
    title: `${name} under investigation, made up for the sandbox`,
    url: `https://news.example/${key.toLowerCase()}`,
    source_name: 'The Sandbox Times',
    sentiment: 'negative',
    match_score: 0.97,
  })

const certification = (): FoundRecord =>
  record('certification', 'SBX-HUBZONE-1', {
    name: 'HUBZone',
    key: 'hubzone',
    certification_type: 'federal',
    certification_id: 'SBX-HUBZONE-1',
    entrance_date: '2021-06-01',
    exit_date: null,
    external_sources: [],
  })

const stateOf = (subject: Subject): string | null => subject.addresses.find(({ state }) => state !== null)?.state ?? null

type Search = (subject: Subject) => readonly FoundRecord[]

/** What a search about the business finds where its name asks for it. */
const ofBusiness =
  (
    asked: 'bankruptcies' | 'litigations' | 'liens' | 'certifications' | 'adverseMedia',
    make: (name: string, subject: Subject) => FoundRecord,
  ): Search =>
  (subject) =>
    sandboxScenario(subject)[asked] === 0 ? [] : [make(subject.names[0] ?? '', subject)]

type Person = Subject['people'][number]

/** What a search about people finds of those whose names ask for it. */
const ofPeople =
  (kind: NonNullable<PersonScenario['record']>, make: (person: Person, subject: Subject, key: string) => FoundRecord): Search =>
  (subject) => {
    const { people } = sandboxScenario(subject)
    return subject.people.flatMap((person, index) =>
      people[index]?.record === kind ? [{ ...make(person, subject, `SBX-${index + 1}`), person_id: person.id }] : [],
    )
  }

const politicallyExposed = ({ name }: Person, _: Subject, key: string): FoundRecord =>
  record('politically_exposed_person', `${key}-PEP`, {
    name,
    aliases: [],
    dob: null,
    citizenship_country: 'US',
    hit_type: 'direct',
    score: 0.98,
    source_urls: ['https://officials.example/sandbox'],
  })

const convicted = (_: Person, subject: Subject, key: string): FoundRecord =>
  record('criminal_record', `${key}-CR-0001`, {
    category: 'Fraud',
    state: stateOf(subject),
    case_number: `${key}-CR-0001`,
    court_name: 'Criminal Court of the Sandbox',
    file_date: '2017-09-12',
    description: 'Forgery, made up for the sandbox',
  })

const ucc = ofBusiness('liens', (name, subject) => lien({ type: 'ucc', key: 'SBX-UCC-0001', name, subject }))
const exposed = ofPeople('politically_exposed_person', politicallyExposed)
const inTheMedia = ofPeople('adverse_media', ({ name }, _, key) => adverseMedia(`${key}-NEWS`, name))

const found: { readonly [Each in SearchProduct]?: Search } = {
  bankruptcies: ofBusiness('bankruptcies', (name) => bankruptcy('SBX-23-10001', name)),
  litigations: ofBusiness('litigations', (name, subject) => litigation('SBX-CV-22-0001', name, stateOf(subject))),
  liens: ucc,
  ucc_liens: ucc,
  tax_liens: ofBusiness('liens', (name, subject) => lien({ type: 'federal', key: 'SBX-TAX-0001', name, subject })),
  certifications: ofBusiness('certifications', certification),
  adverse_media: ofBusiness('adverseMedia', (name) => adverseMedia('SBX-NEWS-1', name)),
  enhanced_screenings: (subject) => [...exposed(subject), ...inTheMedia(subject)],
  people_bankruptcies: ofPeople('bankruptcy', ({ name }, _, key) => bankruptcy(`${key}-23-20001`, name)),
  people_litigations: ofPeople('litigation', ({ name }, subject, key) => litigation(`${key}-CV-22-0002`, name, stateOf(subject))),
  people_ucc_liens: ofPeople('lien', ({ name }, subject, key) => lien({ type: 'ucc', key: `${key}-UCC-0002`, name, subject })),
  people_tax_liens: ofPeople('lien', ({ name }, subject, key) => lien({ type: 'federal', key: `${key}-TAX-0002`, name, subject })),
  people_criminal_history: ofPeople('criminal_record', convicted),
  kyc: (subject) => {
    const { people } = sandboxScenario(subject)
    return subject.people.map(({ id }, index) => ({
      ...record('kyc_decision', `person-${index}`, decisions[people[index]?.identity ?? 'approved']),
      person_id: id,
    }))
  },
}

const decisions = {
  approved: { decision: 'approved', reason: 'everybody is who they say in the sandbox' },
  declined: { decision: 'declined', reason: 'the name asks for it' },
} as const

const products: ProductSource = {
  answers: () => true,
  search: async (product, subject) => ({
    outcome: 'searched',
    records: found[product]?.(subject) ?? [],
    sources: [source(`search/${product}`)],
  }),
}

/** One document of each type for a registered business, with a text that says that it is made up. */
const documents: DocumentSource = async (type, subject) => ({
  outcome: 'found',
  documents: sandboxScenario(subject).registration === 'none' ? [] : [madeUp(type, subject.names[0] ?? '')],
  sources: [source(`documents/${type}`)],
})

const madeUp = (type: DocumentType, name: string) => ({
  filename: `${type}.txt`,
  content_type: 'text/plain',
  bytes: Buffer.from(`${documentTypes[type]} of ${name}\n\nMade up for the sandbox: no agency has issued this document.\n`),
  filing_date: '2020-01-15',
  sources: [source(`documents/${type}`)],
})

export const sandboxVendors: Vendors = { products, documents, patienceMs: 0 }
