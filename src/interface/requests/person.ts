// A person in a request (records.md, People and Decided since), and its conversion.
import { z } from 'zod'
import type { SubmittedPerson } from '../../events/parts.ts'
import { memberLimits as limits } from '../limits.ts'
import { Email } from './email.ts'
import { optional, text } from './fields.ts'
import { nineDigits } from './tin.ts'

const title = z.string().trim().max(limits.title.most)

/** A date of birth is not in the future. */
export const birthday = optional(
  z.iso.date({ abort: true }).refine((date) => date <= new Date().toISOString().slice(0, 10), 'must not be in the future'),
)

export const PersonItem = z
  .object({
    name: text(limits.personName.most),
    title: optional(title),
    titles: optional(z.array(text(limits.title.most)).max(limits.titles.most)).meta({ description: 'Where there are several.' }),
    email: optional(Email),
    phone: optional(z.string().trim().min(limits.personPhone.least).max(limits.personPhone.most)),
    dob: birthday.meta({ description: 'Date of birth; with it or an `ssn` the person’s identity is checked (`kyc`).' }),
    date_of_birth: birthday.meta({ description: 'The same as `dob`.' }),
    ssn: optional(nineDigits).meta({ description: 'Answers show its last four digits only.' }),
    ownership_percentage: optional(z.number().min(limits.share.least).max(limits.share.most)).meta({
      description: 'Of the business. It makes the person an owner; where `ownership` says what the person holds, that counts.',
    }),
  })
  .refine(({ dob, date_of_birth }) => dob === undefined || date_of_birth === undefined || dob === date_of_birth, {
    path: ['date_of_birth'],
    error: 'must be the same as dob',
  })
  .meta({ id: 'PersonItem', examples: [{ name: 'Ann Smith', title: 'Owner', email: 'ann@acme.example' }] })

/** The people of a business. Together they own at most 100 percent, to the nearest hundredth: thirds do not add up exactly. */
export const PeopleList = z
  .array(PersonItem)
  .max(limits.people.most)
  .refine((people) => {
    const owned = people.map(({ ownership_percentage = 0 }) => ownership_percentage)
    // One that is wrong by itself has been refused already.
    return owned.some((each) => each > 100) || Math.round(owned.reduce((sum, each) => sum + each, 0) * 100) <= 10_000
  }, 'must not own more than 100 percent together')

export type PersonItem = z.output<typeof PersonItem>

export const personFrom = (item: PersonItem, id: string): SubmittedPerson => ({
  id,
  name: item.name,
  title: item.title ?? item.titles?.[0] ?? null,
  ...(item.titles ? { titles: item.titles } : {}),
  email: item.email ?? null,
  phone: item.phone ?? null,
  dob: item.dob ?? item.date_of_birth ?? null,
  ssn: item.ssn?.replaceAll('-', '') ?? null,
  ...(item.ownership_percentage === undefined ? {} : { ownership_percentage: item.ownership_percentage }),
})
