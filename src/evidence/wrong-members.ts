// What is wrong in a file of settings, in words for its operator.
import type { z } from 'zod'

type Issue = z.core.$ZodIssue
type Place = readonly PropertyKey[]

/**
 * One line. Of values that may have several forms, the form that was meant counts: the one that is wrong only in its members.
 * @example
 * import { z } from 'zod'
 * wrongMembers(z.object({ url: z.url() }).safeParse({ url: 'x' }).error!) // => 'has a wrong url: Invalid URL'
 */
export const wrongMembers = ({ issues }: Pick<z.ZodError, 'issues'>): string =>
  issues
    .flatMap((issue) => found(issue, []))
    .map(({ place, message }) => (place.length === 0 ? `is wrong as a whole: ${message}` : `has a wrong ${place.join('.')}: ${message}`))
    .join('; ')

const found = (issue: Issue, before: Place): readonly { readonly place: Place; readonly message: string }[] => {
  const place = [...before, ...issue.path]
  const meant = issue.code === 'invalid_union' ? issue.errors.find((form) => form.every(({ path }) => path.length > 0)) : undefined
  return meant ? meant.flatMap((each) => found(each, place)) : [{ place, message: issue.message }]
}
