// The risk tier of a business in its report, with what gave it and when the business is looked at again.
import type { z } from 'zod'
import type { Risk } from '../../interface/risk.ts'
import type { Sheet } from './sheet.ts'
import { words } from './words.ts'

/** The section is left out before the first review. `moment` writes a time as the report does. */
export const risk = (sheet: Sheet, found: z.output<typeof Risk>, moment: (iso: string) => string | null) => {
  const { tier, computed, points, inputs, table, override, review_due_at } = found
  if (tier === null || computed === null) return
  const given = inputs.filter(({ applies }) => applies).map((each) => `${each.told} (${each.points})`)
  sheet.section('Risk')
  sheet.facts([
    ['Tier', { text: words(tier), weight: 'bold' }],
    ['Computed', `${words(computed)}: ${points} points by version ${table.version} of the table`],
    ['Points for', given.length === 0 ? 'nothing' : given.join('; ')],
    ['Set by a person', override && `${moment(override.set_at)}: ${override.reason ?? 'Erased'}`],
    ['Next review', review_due_at && moment(review_due_at)],
  ])
}
