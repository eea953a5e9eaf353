// The registrations of a business in its report, and those that are perhaps another's.
import type { z } from 'zod'
import { entityTypeWords } from '../../interface/entity-type-words.ts'
import type { Business } from '../../interface/records/business.ts'
import type { Colour } from './canvas.ts'
import type { Sheet } from './sheet.ts'
import { words } from './words.ts'

type Record_ = z.output<typeof Business>

export const registrations = (sheet: Sheet, { registrations: all = [] }: Record_) => {
  sheet.section('Registrations')
  if (!all?.length) return sheet.paragraph('No registration is on file.', { colour: 'faint' })
  sheet.table({
    columns: [
      { title: 'State', share: 0.08 },
      { title: 'Name', share: 0.28 },
      { title: 'Status', share: 0.15 },
      { title: 'Type', share: 0.2 },
      { title: 'File number', share: 0.16 },
      { title: 'Registered', share: 0.13 },
    ],
    rows: all.map((each) => [
      each.state ?? '',
      { text: each.name ?? '', weight: 'bold' },
      {
        text: [words(each.status ?? ''), each.sub_status && words(each.sub_status)].filter(Boolean).join(': '),
        colour: registrationColour(each.status),
      },
      [entityTypeWords(each), words(each.jurisdiction ?? '')].filter(Boolean).join(', '),
      each.file_number ?? '',
      each.registration_date ?? '',
    ]),
  })
}

const registrationColour = (status: string | null | undefined): Colour =>
  status === 'active' ? 'success' : status === 'inactive' ? 'failure' : 'neutral'

/** Registrations of other businesses perhaps. The section is left out when there are none. */
export const possibleRegistrations = (sheet: Sheet, { possible_registrations: all }: Record_) => {
  if (!all?.length) return
  sheet.section('Possible matches')
  sheet.paragraph('These may be other businesses. They do not affect the review.', { size: 8.5, colour: 'faint' })
  sheet.space(4)
  sheet.table({
    columns: [
      { title: 'State', share: 0.08 },
      { title: 'Name', share: 0.28 },
      { title: 'File number', share: 0.16 },
      { title: 'Why it does not count', share: 0.48 },
    ],
    rows: all.map(({ state, name, file_number, explanation }) => [state ?? '', { text: name, weight: 'bold' }, file_number, explanation]),
  })
}
