// What a rule of the review is: it looks at one thing of a business and says how it stands.
import type { Product } from '../events/business.ts'
import type { ReviewTask, Source } from '../events/parts.ts'
import type { Business } from './business-state.ts'

export type Verdict = Pick<ReviewTask, 'status' | 'sub_label' | 'message'> & { readonly sources: readonly Source[] }

export type ReviewRule = {
  readonly category: string
  readonly key: string
  readonly label: string
  /** The task appears when one of these has been ordered. */
  readonly products: readonly Product[]
  /** null: there is nothing to say, and the task is left out. `at`: when it is judged (ISO 8601). */
  readonly judge: (business: Business, at: string) => Verdict | null
}
