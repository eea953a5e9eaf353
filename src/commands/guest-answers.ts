// Saves answers of an employer over those that are there: two windows may save different sections at the same moment.
import { isDeepStrictEqual } from 'node:util'

export type Answers = { readonly [key: string]: string }

/** All answers after the save; none where it changes nothing. */
export const savedAnswers = (before: Answers, given: Answers): readonly Answers[] => {
  const answers = { ...before, ...given }
  return isDeepStrictEqual(answers, before) ? [] : [answers]
}
