// The people of a business in responses: submitted ones first, then found ones.
import type { z } from 'zod'
import type { BusinessDocument } from '../../projections/businesses.ts'
import type { Person } from '../records/evidence.ts'
import { bankruptciesOf, criminalRecordsOf, foundLiensOf, litigationsOf } from './product-records.ts'

type Shown = { readonly submitted: boolean; readonly titles: readonly string[] }

export const peopleOf = ({ id, submitted, file }: BusinessDocument): z.output<typeof Person>[] => {
  const person = (each: { id: string; name: string }, { submitted, titles }: Shown): z.output<typeof Person> => ({
    object: 'person',
    id: each.id,
    name: each.name,
    submitted,
    business_id: id,
    titles: [...new Set(titles)].map((title) => ({ object: 'person_title', title })),
    people_bankruptcies: bankruptciesOf({ file, businessId: id, personId: each.id }),
    litigations: litigationsOf({ file, businessId: id, personId: each.id }),
    liens: foundLiensOf({ file, businessId: id, personId: each.id }),
    criminal_records: criminalRecordsOf({ file, businessId: id, personId: each.id }),
    sources: [...(file.people[each.id]?.sources ?? [])],
  })
  const submittedIds = new Set(submitted.people.map((each) => each.id))
  return [
    ...submitted.people.map((each) =>
      person(each, { submitted: true, titles: [...titlesOf(each), ...(file.people[each.id]?.titles ?? [])] }),
    ),
    ...Object.values(file.people)
      .filter((each) => !submittedIds.has(each.id))
      .map((each) => person(each, { submitted: false, titles: each.titles })),
  ]
}

/** The titles that were submitted. */
const titlesOf = ({ title, titles = [] }: { readonly title: string | null; readonly titles?: readonly string[] | undefined }) => [
  ...(title ? [title] : []),
  ...titles,
]
