// What a screening without hits came to: that lists have no entry says little where none was loaded, a name could not be read or a list is old.
import type { z } from 'zod'
import type { Business } from './records/business.ts'

type Screened = Pick<z.output<typeof Business>, 'watchlist' | 'review'>

type Outcome = { readonly status: 'success' | 'warning' | 'failure' | 'neutral'; readonly text: string; readonly why: string }

/** The words of the review's check, where it has not passed. */
export const withoutHits = ({ watchlist, review }: Screened): Outcome => {
  const check = review?.tasks?.find(({ key }) => key === 'watchlist')
  if (check && check.status !== 'success')
    return { status: check.status ?? 'neutral', text: check.sub_label ?? '', why: check.message ?? '' }
  return watchlist?.lists.length
    ? { status: 'success', text: 'No hits', why: '' }
    : { status: 'warning', text: 'Not screened', why: 'No watchlist was loaded.' }
}
