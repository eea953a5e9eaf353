// The tasks of a review in the words of the interface.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { reviewRules } from '../../../src/commands/review/review.ts'
import { ReviewTaskCategory, ReviewTaskKey, ReviewTaskLabel } from '../../../src/interface/records/review.ts'
import { filled } from '../../filled.ts'

test('the interface description names the category, key and label of every task', () => {
  const schemas = { category: ReviewTaskCategory, key: ReviewTaskKey, label: ReviewTaskLabel }
  const unnamed = filled(reviewRules).flatMap((rule) =>
    (['category', 'key', 'label'] as const)
      .filter((part) => !schemas[part].safeParse(rule[part]).success)
      .map((part) => `src/interface/records/review.ts lacks the ${part} ${rule[part]}`),
  )
  assert.equal(unnamed, [])
})

test.run()
