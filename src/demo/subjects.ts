// The businesses that the demonstration verifies: chosen from the imported reference data, some spelled differently from their record.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { readCurrent } from '../evidence/reference/folder.ts'
import type { Carrier, Entity, ExemptOrganisation, LienFiling, ListedParty } from '../evidence/reference/records.ts'

export type DemoSubject = {
  /** What this subject demonstrates to the reader. */
  readonly about: string
  readonly request: {
    readonly name: string
    readonly addresses: readonly { readonly full_address: string }[]
    readonly people?: readonly { readonly name: string }[]
    readonly tin?: { readonly tin: string }
    readonly orders?: readonly { readonly product: string }[]
  }
}

/** A dozen registered companies, two listed parties, an exempt organisation, a motor carrier, a lien debtor, a name like a registered one and a company that does not exist. */
export const demoSubjects = (referenceFolder: string): readonly DemoSubject[] => {
  const companies = [...registered(referenceFolder, 'or_sos', 6), ...registered(referenceFolder, 'fl_sunbiz', 6)]
  const listed = recordsOf<ListedParty>(referenceFolder, 'ofac_sdn').filter(
    ({ type, name }) => type === 'entity' && name.split(' ').length >= 3,
  )
  const withAlias = listed.find(({ aliases }) => aliases.some(({ name, weak }) => !weak && name.split(' ').length >= 3))
  const alias = withAlias?.aliases.find(({ name, weak }) => !weak && name.split(' ').length >= 3)
  const misspelt = listed.find((party) => party !== withAlias)
  const exempt = spread(
    recordsOf<ExemptOrganisation>(referenceFolder, 'irs_eo').filter(({ address }) => address !== null),
    1,
  )[0]
  const carrier = spread(
    recordsOf<Carrier>(referenceFolder, 'fmcsa_census').filter(({ addresses }) => addresses.length > 0),
    1,
  )[0]
  const lien = ['co_ucc', 'ct_ucc', 'or_ucc', 'fl_flr']
    .flatMap((kind) => recordsOf<LienFiling>(referenceFolder, kind))
    .find(({ debtors: [debtor], status }) => status === 'active' && debtor?.type === 'organization' && debtor.address !== null)
  const debtor = lien?.debtors[0]
  const near = spread(usable(referenceFolder, 'or_sos'), 1)[0]
  return [
    ...companies,
    ...(withAlias && alias
      ? [{ about: `listed as ${withAlias.name}, submitted under an alias`, request: { name: alias.name, addresses: [somewhere] } }]
      : []),
    ...(misspelt
      ? [
          {
            about: `listed as ${misspelt.name}, submitted with a typing error`,
            request: { name: typingError(misspelt.name), addresses: [somewhere] },
          },
        ]
      : []),
    ...(exempt?.address
      ? [
          {
            about: 'an exempt organisation, by its EIN',
            request: { name: exempt.name, addresses: [{ full_address: exempt.address.full_address }], tin: { tin: exempt.ein } },
          },
        ]
      : []),
    ...(carrier?.addresses[0]
      ? [
          {
            about: 'a motor carrier',
            request: { name: carrier.legal_name, addresses: [{ full_address: carrier.addresses[0].full_address }] },
          },
        ]
      : []),
    ...(lien && debtor?.address
      ? [
          {
            about: `the debtor of lien ${lien.file_number} in ${lien.state}, with an order to look for liens`,
            request: {
              name: debtor.name,
              addresses: [{ full_address: debtor.address.full_address }],
              orders: [{ product: 'business_verification_verify' }, { product: 'liens' }],
            },
          },
        ]
      : []),
    ...(near
      ? [
          {
            about: `like ${near.name}, with a typing error and at another address`,
            request: { name: typingError(near.name), addresses: [somewhere] },
          },
        ]
      : []),
    { about: 'a company that does not exist', request: { name: 'Quillfeather Imaginary Holdings LLC', addresses: [somewhere] } },
  ]
}

const somewhere = { full_address: '100 Main St, Salem, OR 97301' }

type Spelling = { readonly about: string; readonly of: (name: string) => string }

/** The ways in which the submitted name differs from the record, applied in turn. */
const spellings: readonly Spelling[] = [
  { about: 'spelled as registered', of: (name) => name },
  {
    about: 'in small letters without its legal form',
    of: (name) => name.toLowerCase().replace(/[\s,]+(llc|inc\.?|corp\.?|l\.l\.c\.)$/i, ''),
  },
  { about: 'with a typing error', of: (name) => typingError(name) },
  { about: 'with its words in another order', of: (name) => turned(name) },
  { about: 'spelled as registered', of: (name) => name },
  { about: 'with punctuation it does not have', of: (name) => name.replace(/ /, ', ').replace(/ (LLC|INC)\b/i, ' - $1') },
]

const usable = (folder: string, kind: string): readonly Entity[] =>
  recordsOf<Entity>(folder, kind).filter(
    ({ addresses, name, name_type }) => addresses.length > 0 && name_type === 'legal' && name.split(' ').length >= 3,
  )

const registered = (folder: string, kind: string, count: number): DemoSubject[] => {
  return spread(usable(folder, kind), count).map((entity, index) => {
    const spelling = spellings[index % spellings.length] ?? { about: '', of: (name: string) => name }
    const [officer] = entity.officers
    return {
      about: `registered in ${entity.state} as ${entity.name}, ${spelling.about}`,
      request: {
        name: spelling.of(entity.name),
        addresses: [{ full_address: entity.addresses[0]?.full_address ?? '' }],
        ...(officer ? { people: [{ name: officer.name }] } : {}),
      },
    }
  })
}

/** Swaps two letters in the longest word. */
const typingError = (name: string): string => {
  const longest = name.split(' ').toSorted((a, b) => b.length - a.length)[0] ?? ''
  const at = Math.floor(longest.length / 2)
  return name.replace(longest, `${longest.slice(0, at - 1)}${longest[at] ?? ''}${longest[at - 1] ?? ''}${longest.slice(at + 1)}`)
}

const turned = (name: string): string => {
  const [first = '', second = '', ...rest] = name.split(' ')
  return [second.replace(/,$/, ''), first, ...rest].join(' ')
}

/** That many of them, spread far apart. */
const spread = <Each>(all: readonly Each[], count: number): readonly Each[] =>
  Array.from({ length: Math.min(count, all.length) }, (_, index) => all[Math.floor(((index + 0.5) * all.length) / count)] as Each)

const recordsOf = <Kind>(folder: string, kind: string): readonly Kind[] => {
  const current = readCurrent(folder)[kind]
  if (!current || !readdirSync(folder).includes(current.file)) return []
  const database = new DatabaseSync(join(folder, current.file), { readOnly: true })
  try {
    return database
      .prepare('select data from records order by id')
      .all()
      .map(({ data }) => JSON.parse(String(data)) as Kind)
  } finally {
    database.close()
  }
}
