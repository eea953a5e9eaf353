// Canada's consolidated list of autonomous sanctions, as XML (international.gc.ca, sema-lmes.xml).

import { type DataSet, need, type XmlLayout } from '../data-set.ts'
import { type Cell, isoDate } from '../fields.ts'
import type { ListedParty } from '../records.ts'
import { textIn, type XmlElement } from '../xml-elements.ts'
import { aliasesOf, familyFirst, newParty, numbered, told } from './party.ts'

const layout: XmlLayout<'parties'> = {
  part: 'autonomous sanctions',
  form: { type: 'xml', root: 'data-set', entries: ['record'] },
  reader: () => ({
    entry(record, records) {
      const party = partyOf(record)
      records.put(party.entry_id, party)
    },
  }),
}

export const canada: DataSet<'parties'> = {
  kind: 'ca_sema',
  title: 'Consolidated Canadian Autonomous Sanctions List',
  agency: 'Global Affairs Canada',
  family: 'parties',
  urls: [
    'https://www.international.gc.ca/world-monde/assets/office_docs/international_relations-relations_internationales/sanctions/sema-lmes.xml',
  ],
  url: (party) => party.information_url,
  newest: 'listed_at',
  layouts: [layout],
}

function partyOf(record: XmlElement): ListedParty {
  const of = (name: string) => textIn(record, name)
  // In English and French: `Belarus / Bélarus`.
  const regime = need(of('Country')?.split(' / ')[0] ?? null, 'Country')
  const name = need(of('EntityOrShip') ?? familyFirst(of('LastName'), of('GivenName')), 'name')
  const imo = of('ShipIMONumber')
  const isPerson = of('EntityOrShip') === null
  const born = of('DateOfBirthOrShipBuildDate')
  return newParty({
    list: 'CA',
    entry_id: told(regime, of('Schedule') === null ? null : `schedule ${of('Schedule')}`, `item ${need(of('Item'), 'Item')}`).join(', '),
    name,
    type: isPerson ? 'individual' : imo === null ? 'entity' : 'vessel',
    aliases: aliasesOf(name, ...aliasesIn(of('Aliases'), isPerson).map((alias) => ({ name: alias, weak: false }))),
    programs: [regime],
    title: of('TitleOrShip'),
    listed_at: isoDate(of('DateOfListing')),
    dates_of_birth: isPerson && born !== null ? born.split(' or ') : [],
    identifiers: told(numbered('IMO', imo)),
    information_url:
      'https://www.international.gc.ca/world-monde/international_relations-relations_internationales/sanctions/consolidated-consolide.aspx?lang=eng',
  })
}

/** `Russian: Олег; Oleg`: separated by semicolons or slashes, those of people by commas too. */
function aliasesIn(cell: Cell, isPerson: boolean): readonly string[] {
  const separated = isPerson ? /[;,/]/ : /;|\/(?!\p{L}(?!\p{L}))/u
  return told(...(cell ?? '').split(separated).map((alias) => alias.replace(/^\s*[A-Z][a-z]+:/, '').trim() || null))
}
