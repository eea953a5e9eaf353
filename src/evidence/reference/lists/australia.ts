// Australia's consolidated list of sanctions, as a spreadsheet or the CSV made of it (dfat.gov.au). One row for each name.

import { type DataSet, layoutsOf, need } from '../data-set.ts'
import { type Cell, dayFirstDate } from '../fields.ts'
import type { PartyType } from '../records.ts'
import { gather, newParty, numbered, parts, told } from './party.ts'

const types: Readonly<Record<string, PartyType>> = { individual: 'individual', entity: 'entity', vessel: 'vessel' }

const layout = layoutsOf<'parties'>()({
  part: 'consolidated list',
  form: {
    type: 'headed',
    separator: ',',
    columns: {
      reference: 'Reference',
      name: 'Name of Individual or Entity',
      type: 'Type',
      nameType: 'Name Type',
      strength: 'Alias Strength',
      birth: 'Date of Birth',
      citizenship: 'Citizenship',
      address: 'Address',
      more: 'Additional Information',
      listing: 'Listing Information',
      imo: 'IMO Number',
      committees: 'Committees',
      control: 'Control Date',
    },
  },
  required: ['reference', 'name', 'type', 'nameType'],
  nothing: ['NA', 'na', 'N/A', 'n/a'],
  // The name has a number, its aliases the same number and a letter: `12`, `12a`, `12b1`.
  read(row, records) {
    const number = need(/^\d+/.exec(row.reference ?? '')?.[0] ?? null, 'Reference')
    const name = need(row.name, 'name')
    const isWeak = /weak|low/i.test(row.strength ?? '')
    const party = newParty({
      list: 'AU',
      entry_id: number,
      name,
      type: types[(row.type ?? '').toLowerCase()] ?? 'unknown',
      aliases: isWeak ? [{ name, weak: true }] : [],
      addresses: parts(row.address),
      programs: told(row.committees),
      remarks: told(row.more, row.listing).join(' ') || null,
      listed_at: listedOn(row.listing) ?? dayFirstDate(row.control),
      dates_of_birth: parts(row.birth).map((birth) => dayFirstDate(birth) ?? birth),
      nationalities: parts(row.citizenship),
      countries: told(...parts(row.address).map(countryOf)),
      identifiers: told(numbered('IMO', row.imo)),
      information_url: 'https://www.dfat.gov.au/international-relations/security/sanctions/consolidated-list',
    })
    gather(records, { key: number, row: party, isPrimary: /^primary/i.test(row.nameType ?? '') })
  },
})

/** `Sunni Road, Quetta, Pakistan (at time of listing).` → `Pakistan` */
const countryOf = (address: string): Cell =>
  address
    .replace(/\([^)]*\)?/g, '')
    .split(',')
    .map((part) => part.replace(/[\s.)]+$/, '').trim())
    .findLast((part) => part !== '') ?? null

/** `Listed by UN 1267 Committee on 25 January 2001 (amended ...)`. */
const listedOn = (text: Cell): Cell => dayFirstDate(/\bon (\d{1,2} [A-Z][a-z]+ \d{4})/.exec(text ?? '')?.[1] ?? null)

export const australia: DataSet<'parties'> = {
  kind: 'au_dfat',
  title: 'Australian Sanctions Consolidated List',
  agency: 'Australian Department of Foreign Affairs and Trade',
  family: 'parties',
  urls: ['https://www.dfat.gov.au/sites/default/files/Australian_Sanctions_Consolidated_List.xlsx'],
  url: (party) => party.information_url,
  newest: 'listed_at',
  layouts: [layout],
}
