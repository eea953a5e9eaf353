// Searches in the sandbox: they find nothing, unless the name asks for one of each (`Bankrupt Business`, `Litigated Business`, `Liened Business`,
// `Certified Business`). Its documents say that they are made up.
import type { Subject } from '../ports.ts'
import { type DocumentSource, type DocumentType, documentTypes } from '../products/documents.ts'
import type { FoundRecord, ProductSource, RecordKind, SearchProduct } from '../products/products.ts'
import type { Vendors } from '../products/vendors.ts'
import { sandboxScenario } from './scenarios.ts'
import { source } from './source.ts'

const record = (kind: RecordKind, key: string, content: FoundRecord['content']): FoundRecord => ({
  kind,
  person_id: null,
  key,
  content,
  sources: [source(`${kind}/${key}`)],
})

const lien = (subject: Subject, type: 'ucc' | 'federal', key: string) =>
  record('lien', key, {
    type,
    state: subject.addresses.find(({ state }) => state !== null)?.state ?? 'DE',
    file_number: key,
    status: 'open',
    filing_date: '2023-05-02',
    lapse_date: '2028-05-02',
    collateral: type === 'ucc' ? 'All assets, made up for the sandbox' : null,
    liability_cents: type === 'federal' ? 1_250_000 : null,
    debtors: [{ name: subject.names[0] ?? '', address: subject.addresses[0]?.full_address ?? null }],
    secured_parties: [{ name: type === 'ucc' ? 'Sandbox Bank' : 'Tax Office of the Sandbox', address: null }],
  })

const found: { readonly [Each in SearchProduct]?: (subject: Subject) => readonly FoundRecord[] } = {
  bankruptcies: (subject) =>
    sandboxScenario(subject).bankruptcies === 0
      ? []
      : [
          record('bankruptcy', 'SBX-23-10001', {
            case_number: 'SBX-23-10001',
            chapter: 11,
            court: 'Bankruptcy Court of the Sandbox',
            filing_date: '2023-02-01',
            debtors: [{ name: subject.names[0] ?? '' }],
            case_updates: [{ guid: null, pub_date: '2023-02-01', description: 'Voluntary petition' }],
          }),
        ],
  litigations: (subject) =>
    sandboxScenario(subject).litigations === 0
      ? []
      : [
          record('litigation', 'SBX-CV-22-0001', {
            case_name: `Other Business of the Sandbox v. ${subject.names[0] ?? ''}`,
            case_number: 'SBX-CV-22-0001',
            case_status: 'OPEN',
            case_type: 'Contract',
            filing_date: '2022-08-15',
            jurisdiction: 'Civil Court of the Sandbox',
            jurisdiction_state: null,
            party_type: 'Defendant',
            parties: [
              { name: 'Other Business of the Sandbox', role: 'Plaintiff' },
              { name: subject.names[0] ?? '', role: 'Defendant' },
            ],
            judgments: [{ docket_entry_date: '2023-04-03', text: 'Judgment for the plaintiff', amount_cents: 480_000 }],
          }),
        ],
  liens: (subject) => (sandboxScenario(subject).liens === 0 ? [] : [lien(subject, 'ucc', 'SBX-UCC-0001')]),
  ucc_liens: (subject) => (sandboxScenario(subject).liens === 0 ? [] : [lien(subject, 'ucc', 'SBX-UCC-0001')]),
  tax_liens: (subject) => (sandboxScenario(subject).liens === 0 ? [] : [lien(subject, 'federal', 'SBX-TAX-0001')]),
  certifications: (subject) =>
    sandboxScenario(subject).certifications === 0
      ? []
      : [
          record('certification', 'SBX-HUBZONE-1', {
            name: 'HUBZone',
            key: 'hubzone',
            certification_type: 'federal',
            certification_id: 'SBX-HUBZONE-1',
            entrance_date: '2021-06-01',
            exit_date: null,
            external_sources: [],
          }),
        ],
  kyc: (subject) =>
    subject.people.map(({ id }, index) => ({
      ...record('kyc_decision', `person-${index}`, { decision: 'approved', reason: 'everybody is who they say in the sandbox' }),
      person_id: id,
    })),
}

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
