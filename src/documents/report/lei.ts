// The legal entity identifier of a business in its report.
import type { z } from 'zod'
import type { Business } from '../../interface/records/business.ts'
import type { Sheet } from './sheet.ts'
import { words } from './words.ts'

type Parent = { readonly lei: string; readonly name: string | null; readonly percentage: number | null }

/** The section is left out where there is none. */
export const lei = (sheet: Sheet, { lei: number, lei_record: found }: z.output<typeof Business>) => {
  if (!number) return
  sheet.section('Legal entity identifier')
  if (!found) return sheet.facts([['Submitted', number]])
  sheet.facts([
    ['Identifier', `${found.lei}: ${words(found.registration_status.toLowerCase())}`],
    ['Name', `${found.name} (${found.explanation})`],
    ['No longer in the data', found.vanished_from && `version ${found.vanished_from} does not hold it`],
    ['Renews', found.renews_on],
    ['Registered as', found.registration && `${found.registration.number} (${found.registration.state ?? found.registration.authority})`],
    ['Jurisdiction', found.jurisdiction],
    ['Direct parent', told(found.direct_parent)],
    ['Ultimate parent', told(found.ultimate_parent)],
    ['Branch of', told(found.head_office)],
  ])
}

const told = (parent: Parent | null): string | null =>
  parent && `${parent.name ?? 'not in the data'}, ${parent.lei}${parent.percentage === null ? '' : `, ${parent.percentage} %`}`
