// The request for an action (specification 4.8; records.md, Actions), and its conversion.
import { z } from 'zod'
import type { ActionAsked } from '../../commands/business-actions.ts'
import { type ActionType, actionObjects, actionTypes, addressRisks } from '../../events/business-actions.ts'
import { dismissalScopes } from '../../events/business-judgements.ts'
import { Id } from '../ids.ts'
import { memberLimits as limits } from '../limits.ts'
import { pascal } from '../operation-names.ts'
import { AddressItem, addressFrom } from './address.ts'
import { settableStatuses, WebsiteItem } from './business.ts'
import { Email } from './email.ts'
import { phoneNumber, text } from './fields.ts'
import { PersonItem, personFrom } from './person.ts'
import { TinItem, tinFrom } from './tin.ts'

const many = <Item extends z.ZodType>(item: Item) => z.array(item).min(1).max(limits.actionEntries.most).optional()

const attributes = {
  names: many(text(limits.businessName.most)),
  addresses: many(AddressItem),
  people: many(PersonItem),
  phone_numbers: many(phoneNumber),
  email_addresses: many(Email),
  website: WebsiteItem.optional(),
}

const payloads = {
  add_sources: z.object({
    sources: z
      .array(z.object({ ...WebsiteItem.shape, type: text(limits.sourceType.most).nullish() }))
      .min(1)
      .max(limits.actionEntries.most),
  }),
  add_attributes: z
    .object(attributes)
    .refine(
      (values) => Object.values(values).some((value) => value !== undefined),
      `must hold one of ${Object.keys(attributes).join(', ')}`,
    )
    .meta({ minProperties: 1 }),
  update_address_risk: z.object({ address_id: Id, risk_rating: z.enum(addressRisks) }),
  verify_tin: z.object({ verified: z.boolean(), tin: TinItem.shape.tin.nullish() }),
  decision: z.object({ status: z.enum(settableStatuses) }),
  dismissal: z.object({
    reason: z
      .string()
      .trim()
      .max(limits.note.most)
      .nullish()
      .meta({ description: 'Why the listed party is another one. Required, unless the action’s `note` says it.' }),
    scope: z.enum(dismissalScopes).nullish().meta({
      description:
        '`hit` (the default): this hit, until its listed entry changes. `party`: all hits that the screened party has now, until an entry or the data of the party change.',
    }),
  }),
} satisfies { readonly [Type in ActionType]: z.ZodType }

type Payload = { readonly [Type in ActionType]: z.output<(typeof payloads)[Type]> }

const aboutIt = {
  object_type: z.enum(actionObjects),
  object_id: Id,
  note: z.string().trim().max(limits.note.most).nullish(),
  thread_id: Id.nullish().meta({ description: 'The latest run of this thread counts as the actor.' }),
  run_id: Id.nullish().meta({ description: 'The run that counts as the actor.' }),
}

/** An action before its type is checked. The type determines the payload. */
const Untyped = z.object({ ...aboutIt, type: z.enum(actionTypes), payload: z.record(z.string(), z.unknown()) })

type About = Omit<z.output<typeof Untyped>, 'type' | 'payload'>
type ActionOf<Type extends ActionType> = { readonly [Each in Type]: About & { readonly type: Each; readonly payload: Payload[Each] } }[Type]
export type CreateAction = ActionOf<ActionType>

const typed = new Map<unknown, z.ZodType>(
  actionTypes.map((type) => [
    type,
    z.object({ ...aboutIt, type: z.literal(type), payload: payloads[type] }).meta({ id: `${pascal(type)}Action` }),
  ]),
)

/** For OpenAPI: the type determines the payload. */
export const CreateActionRequest = z.union([...typed.values()]).meta({
  id: 'CreateActionRequest',
  examples: [
    {
      object_type: 'businesses',
      object_id: '0198c0de-0000-7000-8000-000000000001',
      type: 'verify_tin',
      payload: { verified: true, tin: '12-3456789' },
      note: 'Seen on the letter of the tax authority',
    },
    {
      object_type: 'businesses',
      object_id: '0198c0de-0000-7000-8000-000000000001',
      type: 'add_attributes',
      payload: { names: ['Acme'], phone_numbers: ['+1 503 555 0100'] },
    },
    {
      object_type: 'watchlist_result',
      object_id: '0198c0de-0000-7000-8000-000000000002',
      type: 'dismissal',
      payload: { reason: 'Born in another century', scope: 'hit' },
    },
  ],
})

/** The schema for a body. It reports all problems at once, including those of the payload. */
export const schemaFor = ({ type }: { readonly type?: unknown }): z.ZodType<CreateAction> =>
  (typed.get(type) ?? Untyped) as z.ZodType<CreateAction>

/** `id` makes an id for each new object. */
export const askedFrom = <Type extends ActionType>(request: ActionOf<Type>, id: (what: string) => string): ActionAsked =>
  asked[request.type](request.payload, id)

const asked: { readonly [Type in ActionType]: (payload: Payload[Type], id: (what: string) => string) => ActionAsked } = {
  add_sources: ({ sources }, id) => ({
    type: 'add_sources',
    sources: sources.map(({ url, type }, index) => ({ id: id(`source-${index}`), url, type: type ?? null })),
  }),
  add_attributes: ({ names = [], addresses = [], people = [], phone_numbers = [], email_addresses = [], website }, id) => ({
    type: 'add_attributes',
    attributes: {
      names: names.map((name, index) => ({ id: id(`name-${index}`), name })),
      addresses: addresses.map((item, index) => addressFrom(item, id(`address-${index}`))),
      people: people.map((item, index) => personFrom(item, id(`person-${index}`))),
      phone_numbers: phone_numbers.map((number, index) => ({ id: id(`phone-${index}`), number })),
      email_addresses: email_addresses.map((email, index) => ({ id: id(`email-${index}`), email })),
      website: website ?? null,
    },
  }),
  update_address_risk: ({ address_id, risk_rating }) => ({ type: 'update_address_risk', addressId: address_id, risk: risk_rating }),
  verify_tin: ({ verified, tin }) => ({ type: 'verify_tin', verified, tin: tin ? tinFrom(tin) : null }),
  decision: ({ status }) => ({ type: 'decision', status }),
  dismissal: ({ reason, scope }) => ({ type: 'dismissal', reason: reason || null, ...(scope ? { scope } : {}) }),
}
