// Switzerland's list of sanctioned persons, enterprises and objects (SECO), as XML (sesam.search.admin.ch, "Gesamtliste"). Programmes and
// places stand once in the file, and the targets refer to them: the programmes come before them, the places mostly after. What a target was
// before a change stands inside its changes.

import { type DataSet, need, type Records, Unreadable, type XmlLayout } from '../data-set.ts'
import { type Cell, clean, isoDate } from '../fields.ts'
import type { ListedParty, PartyType } from '../records.ts'
import { attribute, textIn, within, type XmlElement } from '../xml-elements.ts'
import { aliasesOf, familyFirst, inOneLine, newParty, numbered, told } from './party.ts'

type Waiting = { readonly entry_id: string; readonly address: XmlElement }
type Places = ReadonlyMap<string, XmlElement>
type Referred = {
  readonly programmes: Map<string, string>
  readonly places: Map<string, XmlElement>
  /** By the id of a place that has not come yet: the addresses there. */
  readonly waiting: Map<string, Waiting[]>
}

const layout: XmlLayout<'parties'> = {
  part: 'sanctioned persons, enterprises and objects',
  form: {
    type: 'xml',
    root: 'swiss-sanctions-list',
    // A place is a row of its own, so that a party cites it too.
    entries: ['target', 'place'],
    aside: ['sanctions-program'],
    dated: 'date',
  },
  reader: () => {
    const referred: Referred = { programmes: new Map(), places: new Map(), waiting: new Map() }
    return {
      entry(element, records) {
        if (element.name === 'place') keepPlace(element, referred, records)
        else if (isListed(element)) records.put(...partyOf(element, referred))
      },
      aside: (element) => keepProgramme(element, referred),
    }
  },
}

export const switzerland: DataSet<'parties'> = {
  kind: 'ch_seco',
  title: 'Swiss sanctions: persons, enterprises and objects',
  agency: 'Swiss State Secretariat for Economic Affairs',
  family: 'parties',
  urls: [
    'https://www.sesam.search.admin.ch/sesam-search-web/pages/downloadXmlGesamtliste.xhtml?lang=en&action=downloadXmlGesamtlisteAction',
  ],
  url: (party) => party.information_url,
  layouts: [layout],
}

function keepProgramme(element: XmlElement, { programmes }: Referred): void {
  const inEnglish = (name: string) => within(element, name).find((each) => each.attributes.lang === 'eng') ?? within(element, name)[0]
  const name = clean(inEnglish('program-key')?.text) ?? clean(inEnglish('program-name')?.text)
  for (const set of within(element, 'sanctions-set')) if (name !== null) programmes.set(set.attributes.ssid ?? '', name)
}

function keepPlace(place: XmlElement, { places, waiting }: Referred, records: Records<ListedParty>): void {
  const id = place.attributes.ssid ?? ''
  places.set(id, place)
  for (const { entry_id, address } of waiting.get(id) ?? []) {
    const party = records.get(entry_id)
    if (party === undefined) continue
    const [before, { line, country }] = [placed(address, new Map()), placed(address, places)]
    const others = party.addresses.filter((each) => each !== before.line)
    records.put(entry_id, { ...party, addresses: told(...others, line), countries: told(...party.countries, country) })
  }
  waiting.delete(id)
}

/** A target that was taken off the list stays in the file. */
const isListed = (target: XmlElement): boolean => {
  const changes = within(target, 'modification').toSorted((a, b) => dateOf(b).localeCompare(dateOf(a)))
  return changes[0]?.attributes['modification-type'] !== 'de-listed'
}
const dateOf = (change: XmlElement): string => change.attributes['effective-date'] ?? change.attributes['publication-date'] ?? ''

function partyOf(target: XmlElement, { programmes, places, waiting }: Referred): readonly [entryId: string, party: ListedParty] {
  const subject = target.children.find(({ name }) => name === 'individual' || name === 'entity' || name === 'object')
  if (subject === undefined) throw new Unreadable('a target that is neither individual, entity nor object')
  const identities = within(subject, 'identity').toSorted((a, b) => Number(isMain(b)) - Number(isMain(a)))
  const names = identities.flatMap((identity) => within(identity, 'name').flatMap(spellings))
  const name = need(names[0]?.name ?? null, 'name')
  const of = (part: string) => identities.flatMap((identity) => within(identity, part))
  const addresses = of('address').map((address) => placed(address, places))
  const notes = within(subject, 'other-information').map(({ text }) => clean(text))
  const sets = told(attribute(target, 'sanctions-set-id'), ...within(target, 'sanctions-set-id').map(({ text }) => clean(text)))
  const listed = within(target, 'modification').find((change) => change.attributes['modification-type'] === 'listed')
  const entry_id = need(attribute(target, 'ssid'), 'ssid')
  for (const address of of('address')) {
    const place = attribute(address, 'place-id')
    if (place !== null && !places.has(place)) waiting.set(place, [...(waiting.get(place) ?? []), { entry_id, address }])
  }
  const party = newParty({
    list: 'CH',
    entry_id,
    name,
    type: typeOf(subject),
    aliases: aliasesOf(name, ...names),
    addresses: told(...addresses.map(({ line }) => line)),
    programs: told(...sets.map((set) => programmes.get(set) ?? null)),
    remarks: told(...within(subject, 'justification').map(({ text }) => clean(text)), ...notes).join(' ') || null,
    listed_at: isoDate(attribute(listed, 'effective-date') ?? attribute(listed, 'publication-date')),
    dates_of_birth: subject.name === 'individual' ? told(...of('day-month-year').map(birthOf)) : [],
    nationalities: told(...of('nationality').flatMap((each) => within(each, 'country').map(countryOf))),
    countries: told(...addresses.map(({ country }) => country)),
    identifiers: told(
      ...of('identification-document').map((document) =>
        numbered(attribute(document, 'document-type'), textIn(document, 'number'), textIn(document, 'issuer')),
      ),
      ...notes.filter((note) => /number\s*:\s*[\w-]*\d{4}/i.test(note ?? '')),
    ),
    information_url:
      'https://www.seco.admin.ch/seco/en/home/Aussenwirtschaftspolitik_Wirtschaftliche_Zusammenarbeit/Wirtschaftsbeziehungen/exportkontrollen-und-sanktionen/sanktionen-embargos.html',
  })
  return [entry_id, party]
}

const isMain = (identity: XmlElement): boolean => identity.attributes.main === 'true'

function typeOf(subject: XmlElement): PartyType {
  if (subject.name === 'individual') return 'individual'
  if (subject.name === 'entity') return 'entity'
  return subject.attributes['object-type'] === 'aircraft' ? 'aircraft' : 'vessel'
}

const countryOf = (country: XmlElement): Cell => attribute(country, 'iso-code') ?? clean(country.text)

/** The parts of an address stand in the target, or in the place that it refers to. */
function placed(address: XmlElement, places: Places): { readonly line: Cell; readonly country: Cell } {
  const place = places.get(address.attributes['place-id'] ?? '')
  const part = (name: string) => textIn(address, name) ?? textIn(place, name)
  const country = within(address, 'country')[0] ?? (place && within(place, 'country')[0])
  return {
    line: inOneLine(part('address-details'), part('p-o-box'), part('zip-code'), part('location'), part('area'), part('country')),
    country: country === undefined ? null : countryOf(country),
  }
}

const birthOf = (day: XmlElement): Cell => {
  const [year, month, date] = ['year', 'month', 'day'].map((part) => attribute(day, part))
  if (year == null) return null
  return month == null || date == null ? year : `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
}

type Alias = ListedParty['aliases'][number]

/** The name, and the name with the parts as another language or script spells them. */
function spellings(name: XmlElement): readonly Alias[] {
  const weak = attribute(name, 'quality') === 'low'
  const nameParts = within(name, 'name-part').toSorted((a, b) => Number(a.attributes.order) - Number(b.attributes.order))
  const asWritten = assembled(nameParts, (part) => textIn(part, 'value') ?? clean(part.text))
  const variants = new Set(nameParts.flatMap((part) => within(part, 'spelling-variant').map((...each) => spellingOf(...each))))
  const others = [...variants].map((spelling) =>
    assembled(nameParts, (part) => {
      const variant = within(part, 'spelling-variant').find((...each) => spellingOf(...each) === spelling)
      return clean(variant?.text) ?? textIn(part, 'value') ?? clean(part.text)
    }),
  )
  return told(asWritten, ...others).map((one) => ({ name: one, weak }))
}

/** The language, the script, and the place among the variants of them. */
const spellingOf = (variant: XmlElement, at: number, all: readonly XmlElement[]): string => {
  const kind = `${variant.attributes.lang} ${variant.attributes.script}`
  return `${kind} ${all.slice(0, at).filter((each) => `${each.attributes.lang} ${each.attributes.script}` === kind).length}`
}

const family: ReadonlySet<string> = new Set(['family-name', 'maiden-name'])
const leftOut: ReadonlySet<string> = new Set(['title', 'suffix'])

function assembled(nameParts: readonly XmlElement[], spelt: (part: XmlElement) => Cell): Cell {
  const kept = nameParts.filter((part) => !leftOut.has(part.attributes['name-part-type'] ?? ''))
  const isOfFamily = (part: XmlElement) => family.has(part.attributes['name-part-type'] ?? '')
  const families = told(...kept.filter(isOfFamily).map(spelt))
  const others = kept.filter((part) => !isOfFamily(part)).map(spelt)
  return familyFirst(families.join(' ') || null, ...others)
}
