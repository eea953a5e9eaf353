// The requests about agents' work (specification 4.10).
import { z } from 'zod'
import { agentTypes } from '../../events/run.ts'
import { Id } from '../ids.ts'
import { memberLimits as limits } from '../limits.ts'
import { CreateBusiness } from './business.ts'
import { optional } from './fields.ts'

const context = {
  business_id: optional(Id).meta({ description: 'The same as `context_type: business` with this `context_id`.' }),
  context_type: optional(z.string().min(1).max(limits.contextType.most)).meta({ description: 'What `context_id` names: `business`.' }),
  context_id: optional(Id).meta({ description: 'Goes with `context_type`.' }),
}

/** The subject of a thread or run, as far as the request names it. */
export type GivenContext = { readonly [Member in keyof typeof context]?: string | undefined }

const someBusiness = '01942f3c-5f0a-7c55-9d0b-3b1f6f2f6c11'
const agent = z
  .string()
  .min(1)
  .meta({ description: `The type of the agent: ${agentTypes.join(', ')}.` })

export const NewThread = z
  .object({ type: agent, ...context })
  .meta({ id: 'CreateThreadRequest', examples: [{ type: 'business_verification', business_id: someBusiness }] })

export const NewRun = z
  .object({
    type: agent,
    ...context,
    thread_id: optional(Id).meta({ description: 'The thread to run in; a new one is started when absent.' }),
    business: optional(z.union([z.object({ id: Id }), CreateBusiness])).meta({
      description: 'What to work on: the business of this id or `unique_external_id`, or a new one.',
    }),
  })
  .meta({ id: 'CreateRunRequest', examples: [{ type: 'business_verification', business_id: someBusiness }] })

export type InlineBusiness = NonNullable<z.output<typeof NewRun>['business']>

export const NewFeedback = z
  .object({
    rating: z.enum(['POSITIVE', 'NEGATIVE']),
    artifact_id: Id,
    comment: z
      .string()
      .max(limits.note.most)
      .nullish()
      .transform((text) => text?.trim() || null),
  })
  .meta({ id: 'RunFeedbackRequest', examples: [{ rating: 'POSITIVE', artifact_id: someBusiness, comment: 'Well reasoned' }] })

export const Answer = z
  .object({ interrupt_id: Id, answer: z.string().trim().min(1).max(limits.answer.most) })
  .meta({ id: 'ResumeRunRequest', examples: [{ interrupt_id: someBusiness, answer: 'It is the same person' }] })
