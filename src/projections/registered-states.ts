// The collection `registered_states`: in which states each business is registered. One small document per business, because the overview counts states over
// thousands of them.
import type { Mode } from '../events/modes.ts'
import { columns } from './columns.ts'
import { projection } from './projection.ts'

type Registered = {
  readonly id: string
  readonly account_id: string
  readonly mode: Mode
  /** By the id of the registration. */
  readonly registrations: { readonly [id: string]: { readonly state: string; readonly status: string } }
}

export type RegisteredStatesDocument = Registered & {
  /** Each state once, in two letters. */
  readonly registered_in: readonly string[]
  /** Those with an active registration. */
  readonly active_in: readonly string[]
}

type Found = {
  readonly registration: { readonly id: string; readonly state: string; readonly status: string; readonly given_up?: true | undefined }
}

const withRegistration = (business: Registered, { registration: { id, state, status, given_up } }: Found): Registered => {
  const { [id]: _, ...others } = business.registrations
  return { ...business, registrations: given_up ? others : { ...business.registrations, [id]: { state, status } } }
}

const statesOf = (registrations: readonly { readonly state: string }[]): readonly string[] =>
  [...new Set(registrations.map(({ state }) => state))].toSorted()

export const registeredStates = projection<Registered, RegisteredStatesDocument>()({
  collection: 'registered_states',
  version: 1,
  indexes: [['account_id', 'mode'], 'registered_in[]', 'active_in[]'],
  counted: ['account_id', 'mode'],
  schema: columns<RegisteredStatesDocument>({
    id: 'text',
    account_id: 'text',
    mode: 'text',
    registrations: 'json',
    registered_in: 'json',
    active_in: 'json',
  }),
  completed: (business) => {
    const all = Object.values(business.registrations)
    return { ...business, registered_in: statesOf(all), active_in: statesOf(all.filter(({ status }) => status === 'active')) }
  },
  starts: {
    BusinessCreated: ({ data, metadata }) => ({
      id: data.business_id,
      account_id: metadata.account_id,
      mode: data.mode,
      registrations: {},
    }),
  },
  on: {
    RegistrationFound: (business, { data }) => withRegistration(business, data),
    RegistrationChanged: (business, { data }) => withRegistration(business, data),
    ExampleRemoved: () => null,
  },
})
