// The United Nations Security Council's consolidated list, as XML (scsanctions.un.org/resources/xml/en/consolidated.xml).

import { type DataSet, need, type XmlLayout } from '../data-set.ts'
import { type Cell, clean, isoDate } from '../fields.ts'
import type { ListedParty } from '../records.ts'
import { textIn, within, type XmlElement } from '../xml-elements.ts'
import { aliasesOf, inOneLine, newParty, numbered, told } from './party.ts'

const layout: XmlLayout<'parties'> = {
  part: 'consolidated list',
  form: { type: 'xml', root: 'CONSOLIDATED_LIST', entries: ['INDIVIDUAL', 'ENTITY'], dated: 'dateGenerated' },
  reader: () => ({
    entry(element, records) {
      const party = partyOf(element)
      records.put(party.entry_id, party)
    },
  }),
}

export const unitedNations: DataSet<'parties'> = {
  kind: 'un_sc',
  title: 'United Nations Security Council Consolidated List',
  agency: 'United Nations Security Council',
  family: 'parties',
  urls: ['https://scsanctions.un.org/resources/xml/en/consolidated.xml'],
  url: (party) => party.information_url,
  layouts: [layout],
}

/** The same parts of a person and of an entity have names of their own: `INDIVIDUAL_ALIAS`, `ENTITY_ALIAS`. */
function partyOf(element: XmlElement): ListedParty {
  const of = (part: string) => within(element, `${element.name}_${part}`)
  const values = (name: string) => told(...within(element, name).flatMap((each) => within(each, 'VALUE').map(({ text }) => clean(text))))
  const name = need(nameOf(element), 'FIRST_NAME')
  const original = textIn(element, 'NAME_ORIGINAL_SCRIPT')
  const aliases = of('ALIAS').flatMap((alias) => {
    const also = textIn(alias, 'ALIAS_NAME')
    return namesIn(also).map((one) => ({ name: one, weak: textIn(alias, 'QUALITY') === 'Low' }))
  })
  return newParty({
    list: 'UN',
    entry_id: need(textIn(element, 'REFERENCE_NUMBER'), 'REFERENCE_NUMBER'),
    name,
    type: element.name === 'INDIVIDUAL' ? 'individual' : 'entity',
    aliases: aliasesOf(name, ...aliases, ...(original === null ? [] : [{ name: original, weak: false }])),
    addresses: told(...of('ADDRESS').map(addressOf)),
    programs: told(textIn(element, 'UN_LIST_TYPE')),
    title: told(...values('TITLE'), ...values('DESIGNATION')).join('; ') || null,
    remarks: textIn(element, 'COMMENTS1'),
    listed_at: isoDate(textIn(element, 'LISTED_ON')),
    dates_of_birth: told(...[...of('DATE_OF_BIRTH'), ...of('ALIAS')].map(birthOf)),
    nationalities: values('NATIONALITY'),
    countries: told(...of('ADDRESS').map((address) => textIn(address, 'COUNTRY'))),
    identifiers: told(...of('DOCUMENT').map(documentOf)),
    information_url: 'https://main.un.org/securitycouncil/en/content/un-sc-consolidated-list',
  })
}

/** `جبهة النصرة (the Victory Front; Jabhat al-Nusrah)`: some aliases hold others in brackets. */
function namesIn(alias: Cell): readonly string[] {
  const [, before = null, inside = ''] = /^([^(]*)\((.*;.*)\)$/s.exec(alias ?? '') ?? []
  return inside === '' ? told(alias) : told(clean(before ?? undefined), ...inside.split(';').map((one) => clean(one)))
}

const nameOf = (element: XmlElement): Cell =>
  told(...['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'].map((part) => textIn(element, part))).join(' ') || null

const addressOf = (address: XmlElement): Cell =>
  inOneLine(...['STREET', 'CITY', 'STATE_PROVINCE', 'ZIP_CODE', 'COUNTRY'].map((part) => textIn(address, part)))

/** A date, a year, or the years between which it lies. An alias may have a date of birth of its own. */
function birthOf(birth: XmlElement): Cell {
  const [from, to] = [textIn(birth, 'FROM_YEAR'), textIn(birth, 'TO_YEAR')]
  const exact = textIn(birth, 'DATE') ?? textIn(birth, 'YEAR') ?? textIn(birth, 'DATE_OF_BIRTH')
  if (from !== null && to !== null) return `${from} to ${to}`
  return exact !== null && textIn(birth, 'TYPE_OF_DATE') === 'APPROXIMATELY' ? `circa ${exact}` : exact
}

const documentOf = (document: XmlElement): Cell =>
  numbered(
    textIn(document, 'TYPE_OF_DOCUMENT') ?? textIn(document, 'TYPE_OF_DOCUMENT2'),
    textIn(document, 'NUMBER'),
    textIn(document, 'ISSUING_COUNTRY') ?? textIn(document, 'COUNTRY_OF_ISSUE'),
  )
