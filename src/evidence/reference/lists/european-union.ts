// The European Union's consolidated list of financial sanctions, version 1.1, as XML or CSV (webgate.ec.europa.eu/fsd/fsf).

import { type DataSet, layoutsOf, need, type XmlLayout } from '../data-set.ts'
import { type Cell, isoDate } from '../fields.ts'
import type { ListedParty, PartyType } from '../records.ts'
import { attribute, textIn, within, type XmlElement } from '../xml-elements.ts'
import { aliasesOf, familyFirst, gather, inOneLine, newParty, numbered, told } from './party.ts'

const parties = layoutsOf<'parties'>()

/** The files write the code or the word. */
const types: Readonly<Record<string, PartyType>> = { p: 'individual', person: 'individual', e: 'entity', enterprise: 'entity' }

const named = (type: PartyType, parts: Readonly<Record<'whole' | 'last' | 'first' | 'middle', Cell>>): Cell =>
  type === 'individual' && parts.last !== null && parts.first !== null
    ? familyFirst(parts.last, parts.first, parts.middle)
    : (parts.whole ?? familyFirst(parts.last, parts.first, parts.middle))

/** Some entities share a reference number: the logical id is what tells them apart. */
const euParty = (entry_id: string, name: string, type: PartyType, url: Cell) => ({
  list: 'EU',
  entry_id,
  name,
  type,
  information_url:
    url ?? 'https://data.europa.eu/data/datasets/consolidated-list-of-persons-groups-and-entities-subject-to-eu-financial-sanctions',
})

const xml: XmlLayout<'parties'> = {
  part: 'sanctioned entities (XML)',
  form: { type: 'xml', root: 'export', entries: ['sanctionEntity'], dated: 'generationDate' },
  // An entity under two programmes stands in the file twice, with one logical id.
  reader: () => ({
    entry(element, records) {
      const party = sanctioned(element)
      gather(records, { key: party.entry_id, row: party, isPrimary: true })
    },
  }),
}

function sanctioned(element: XmlElement): ListedParty {
  const [subject, regulation] = [within(element, 'subjectType')[0], within(element, 'regulation')[0]]
  const type = types[(attribute(subject, 'code') ?? attribute(subject, 'classificationCode') ?? '').toLowerCase()] ?? 'unknown'
  const names = within(element, 'nameAlias').flatMap((alias) => {
    const of = (name: string) => attribute(alias, name)
    const name = named(type, { whole: of('wholeName'), last: of('lastName'), first: of('firstName'), middle: of('middleName') })
    return name === null ? [] : [{ name, weak: of('strong') === 'false', alias }]
  })
  const first = names.find(({ weak }) => !weak) ?? names[0]
  const name = need(first?.name ?? null, 'nameAlias')
  const addresses = within(element, 'address')
  return newParty({
    ...euParty(need(attribute(element, 'logicalId'), 'logicalId'), name, type, textIn(regulation, 'publicationUrl')),
    aliases: aliasesOf(name, ...names.map(({ name: alias, weak }) => ({ name: alias, weak }))),
    addresses: told(
      ...addresses.map((address) =>
        inOneLine(
          ...['street', 'poBox', 'place', 'city', 'region', 'zipCode', 'countryDescription'].map((part) => attribute(address, part)),
        ),
      ),
    ),
    programs: told(...within(element, 'regulation').map((each) => attribute(each, 'programme'))),
    title: told(...names.map(({ alias }) => attribute(alias, 'title') ?? attribute(alias, 'function'))).join('; ') || null,
    remarks:
      within(element, 'remark')
        .map(({ text }) => text.trim())
        .join(' ') || null,
    listed_at: isoDate(attribute(element, 'designationDate') ?? attribute(regulation, 'publicationDate')),
    dates_of_birth: told(...within(element, 'birthdate').map(birthOf)),
    nationalities: told(...within(element, 'citizenship').map((each) => countryOf(each))),
    countries: told(...addresses.map(countryOf)),
    identifiers: told(
      numbered('EU reference', attribute(element, 'euReferenceNumber')),
      ...within(element, 'identification').map((each) =>
        numbered(attribute(each, 'identificationTypeDescription'), attribute(each, 'number'), countryOf(each)),
      ),
    ),
  })
}

/** `00` stands for no country. */
const countryOf = (element: XmlElement): Cell => {
  const code = attribute(element, 'countryIso2Code')
  return code === null || code === '00' ? null : code
}

function birthOf(birth: XmlElement): Cell {
  const [from, to] = [attribute(birth, 'yearRangeFrom'), attribute(birth, 'yearRangeTo')]
  const date = attribute(birth, 'birthdate') ?? attribute(birth, 'year')
  if (date === null) return from !== null && to !== null ? `${from} to ${to}` : null
  return attribute(birth, 'circa') === 'true' ? `circa ${date}` : date
}

/** One row for each name, address, date of birth, citizenship or document; the columns of the entity are in every row. */
const csv = parties({
  part: 'sanctioned entities (CSV)',
  form: {
    type: 'headed',
    separator: ';',
    columns: {
      id: 'Entity_LogicalId',
      reference: 'Entity_EU_ReferenceNumber',
      designated: 'Entity_DesignationDate',
      remark: 'Entity_Remark',
      type: ['Entity_SubjectType', 'Entity_SubjectType_ClassificationCode'],
      published: 'Entity_Regulation_PublicationDate',
      programme: 'Entity_Regulation_Programme',
      url: 'Entity_Regulation_PublicationUrl',
      whole: 'NameAlias_WholeName',
      last: 'NameAlias_LastName',
      first: 'NameAlias_FirstName',
      middle: 'NameAlias_MiddleName',
      title: 'NameAlias_Title',
      role: 'NameAlias_Function',
      street: 'Address_Street',
      poBox: 'Address_PoBox',
      place: 'Address_Place',
      city: 'Address_City',
      region: 'Address_Region',
      zip: 'Address_ZipCode',
      country: 'Address_CountryIso2Code',
      countryName: 'Address_CountryDescription',
      birth: 'BirthDate_BirthDate',
      birthYear: 'BirthDate_Year',
      citizenship: 'Citizenship_CountryIso2Code',
      citizenshipName: 'Citizenship_CountryDescription',
      number: 'Identification_Number',
      numberType: 'Identification_TypeDescription',
      numberCountry: 'Identification_CountryIso2Code',
    },
  },
  required: ['id', 'type', 'whole'],
  read(row, records) {
    const type = types[(row.type ?? '').toLowerCase()] ?? 'unknown'
    const id = need(row.id, 'Entity_LogicalId')
    const name = named(type, row)
    const before = records.get(id)
    // The first rows of an entity hold its names.
    const party = newParty({
      ...euParty(id, need(name ?? before?.name ?? null, 'NameAlias_WholeName'), type, row.url),
      addresses: told(inOneLine(row.street, row.poBox, row.place, row.city, row.region, row.zip, row.countryName)),
      programs: told(row.programme),
      title: row.title ?? row.role,
      remarks: row.remark,
      listed_at: isoDate(row.designated ?? row.published),
      dates_of_birth: told(row.birth ?? row.birthYear),
      nationalities: told(row.citizenship ?? row.citizenshipName),
      countries: told(row.country ?? row.countryName),
      identifiers: told(numbered('EU reference', row.reference), numbered(row.numberType, row.number, row.numberCountry)),
    })
    gather(records, { key: id, row: party, isPrimary: true })
  },
})

export const europeanUnion: DataSet<'parties'> = {
  kind: 'eu_fsf',
  title: 'Consolidated list of persons, groups and entities subject to EU financial sanctions',
  agency: 'European Commission',
  family: 'parties',
  // The token is the one that the Commission publishes for everybody.
  urls: ['https://webgate.ec.europa.eu/fsd/fsf/public/files/xmlFullSanctionsList_1_1/content?token=dG9rZW4tMjAxNw'],
  url: (party) => party.information_url,
  layouts: [xml, csv],
}
