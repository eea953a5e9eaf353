// Who controls companies of the United Kingdom: the register of people with significant control, as Companies House publishes it daily (a JSON
// object on each line). Statements that a company makes instead of naming somebody, and exemptions, are kept as such.
import { type DataSet, type LinesLayout, need, Unreadable } from './data-set.ts'
import { clean, isoDate, personName } from './fields.ts'
import type { Controller } from './records.ts'

type Json = Readonly<Record<string, unknown>>

const object = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {})
const text = (of: Json, member: string) => {
  const value = of[member]
  return typeof value === 'string' || typeof value === 'number' ? clean(String(value)) : null
}

/** By the first word of a record's kind. */
const types: readonly (readonly [start: string, type: Controller['type']])[] = [
  ['individual', 'person'],
  ['corporate-entity', 'business'],
  ['legal-person', 'business'],
  ['super-secure', 'withheld'],
  ['persons-with-significant-control-statement', 'statement'],
  ['exemptions', 'statement'],
]

const lines: LinesLayout<'controllers'> = {
  part: 'people with significant control',
  form: { type: 'json lines', members: ['company_number', 'data'] },
  reader: () => (line, records) => {
    const data = object(line.data)
    const kind = need(text(data, 'kind'), 'kind')
    // The last line of a snapshot counts the others.
    if (kind.startsWith('totals#')) return
    const company_number = need(text(line, 'company_number'), 'company_number').toUpperCase()
    const type = types.find(([start]) => kind.startsWith(start))?.[1]
    if (type === undefined) throw new Unreadable(`${JSON.stringify(kind)} is an unknown kind`)
    const link = text(object(data.links), 'self') ?? text(data, 'etag')
    const identification = object(data.identification)
    records.put(need(link, 'links.self'), {
      company_number,
      type,
      name: type === 'person' ? nameOf(data) : type === 'business' ? need(text(data, 'name'), 'name') : null,
      born: bornIn(object(data.date_of_birth)),
      nationality: text(data, 'nationality'),
      country: text(identification, 'country_registered') ?? text(data, 'country_of_residence') ?? text(object(data.address), 'country'),
      registration_number: text(identification, 'registration_number'),
      natures: Array.isArray(data.natures_of_control) ? data.natures_of_control.map(String) : [],
      statement: text(data, 'statement'),
      notified_on: isoDate(text(data, 'notified_on')),
      ceased_on: isoDate(text(data, 'ceased_on') ?? text(data, 'ceased')),
    })
  },
}

/** Without the title. */
const nameOf = (data: Json): string => {
  const parts = object(data.name_elements)
  return need(personName(text(parts, 'forename'), text(parts, 'middle_name'), text(parts, 'surname')) ?? text(data, 'name'), 'name')
}

/** The register publishes the month. */
const bornIn = (date: Json): string | null => {
  const [year, month] = [text(date, 'year'), text(date, 'month')]
  return year === null ? null : month === null ? year : `${year}-${month.padStart(2, '0')}`
}

export const controlRegister: DataSet<'controllers'> = {
  kind: 'uk_psc',
  title: 'People with significant control (United Kingdom)',
  agency: 'Companies House',
  family: 'controllers',
  urls: [],
  toFetch: 'download the snapshot at download.companieshouse.gov.uk/en_pscdata.html and import its parts in one command',
  url: ({ company_number }) =>
    `https://find-and-update.company-information.service.gov.uk/company/${company_number}/persons-with-significant-control`,
  layouts: [lines],
}
