// The tools that write, for callers who may. None of them decides: a decision is a person's.
import { z } from 'zod'
import { products } from '../../events/products.ts'
import { type Tool, tool } from './tool.ts'

const key = z.string().min(1).max(200).optional().describe('Give the same text again when you repeat a call, and it acts once.')
const businessId = z.uuid().describe('The id of the business.')

export const writingTools: readonly Tool[] = [
  tool({
    name: 'create_business',
    title: 'Create a business',
    description: 'Creates a business and starts its verification. Read it again after a moment: the review follows automatically.',
    input: z.object({
      name: z.string().describe('The legal name.'),
      address: z.string().describe('The office address in one line: street, city, state and ZIP code.'),
      tin: z.string().optional().describe('The tax number (EIN), nine digits.'),
      people: z.array(z.string()).optional().describe('Names of officers and owners.'),
      external_id: z.string().optional().describe("The client's own id of the business."),
      idempotency_key: key,
    }),
    writes: true,
    run: (ask, { name, address, tin, people = [], external_id, idempotency_key }) =>
      ask.post(
        '/v1/businesses',
        {
          name,
          addresses: [{ full_address: address }],
          people: people.map((each) => ({ name: each })),
          ...(tin === undefined ? {} : { tin: { tin } }),
          ...(external_id === undefined ? {} : { external_id }),
        },
        idempotency_key,
      ),
  }),
  tool({
    name: 'place_order',
    title: 'Order a check',
    description: 'Orders one more product for a business, such as tin, website, liens or litigations.',
    input: z.object({ business_id: businessId, product: z.enum(products), idempotency_key: key }),
    writes: true,
    run: (ask, { business_id, product, idempotency_key }) => ask.post(`/v1/businesses/${business_id}/orders`, { product }, idempotency_key),
  }),
  tool({
    name: 'add_note',
    title: 'Add a note',
    description: 'Adds a note to a business, in the name of the user whom you work for. Colleagues and auditors read it.',
    input: z.object({ business_id: businessId, text: z.string().max(10_000), idempotency_key: key }),
    writes: true,
    run: (ask, { business_id, text, idempotency_key }) => ask.post(`/v1/businesses/${business_id}/notes`, { text }, idempotency_key),
  }),
  tool({
    name: 'propose_decision',
    title: 'Propose a decision',
    description:
      'Proposes to approve or reject a business, with the reason. It decides nothing: the proposal stands as a note on the review page, where a person decides.',
    input: z.object({
      business_id: businessId,
      decision: z.enum(['approve', 'reject']),
      reason: z.string().min(1).max(5_000).describe('Why, with the checks and sources that it rests on.'),
      idempotency_key: key,
    }),
    writes: true,
    run: (ask, { business_id, decision, reason, idempotency_key }) =>
      ask.post(`/v1/businesses/${business_id}/notes`, { text: `Proposed by an assistant: ${decision}. ${reason}` }, idempotency_key),
  }),
]
