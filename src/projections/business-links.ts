// The collection `business_links`: by what each business could be connected with others. What GET /v1/businesses/{id}/connections looks through.
import type { Registration } from '../events/business-evidence.ts'
import type { Mode } from '../events/modes.ts'
import type { AddressParts, Source } from '../events/parts.ts'
import { isUnreadable } from '../events/personal-data.ts'
import { addressLink, fullAddressLink, type Link, merged, nameLink } from '../evidence/links.ts'
import abbreviations from './abbreviations/business_links.json' with { type: 'json' }
import { columns } from './columns.ts'
import { projection } from './projection.ts'

type MaybeLink = Link | null

export type BusinessLinksDocument = {
  readonly id: string
  readonly account_id: string
  readonly mode: Mode
  readonly name: string
  readonly links: readonly Link[]
  readonly keys: readonly string[]
  /** State and file number of its registrations. */
  readonly registrations: readonly string[]
  /** What the links are made from, by id. The submitted ones are one list, which an update replaces. */
  readonly from: {
    readonly submitted_people: readonly MaybeLink[]
    readonly submitted_addresses: readonly MaybeLink[]
    readonly people: { readonly [id: string]: MaybeLink }
    readonly addresses: { readonly [id: string]: MaybeLink }
    readonly registrations: { readonly [id: string]: readonly MaybeLink[] }
  }
}

type From = BusinessLinksDocument['from']

/** People whose name was erased or lost have no links. */
const knownAs = (...[name, titles, sources]: Parameters<typeof nameLink>): MaybeLink =>
  isUnreadable(name) ? null : nameLink(name, titles, sources)

/** The source of submitted data is the client. */
const unsourced: readonly Source[] = []

const linked = (business: BusinessLinksDocument, change: Partial<From>): BusinessLinksDocument => ({
  ...business,
  from: { ...business.from, ...change },
})

const completed = (business: BusinessLinksDocument): BusinessLinksDocument => {
  const { submitted_people, submitted_addresses, people, addresses, registrations } = business.from
  const found = [...Object.values(people), ...Object.values(addresses), ...Object.values(registrations).flat()]
  const links = merged([...submitted_people, ...submitted_addresses, ...found])
  return { ...business, links, keys: links.map(({ key }) => key) }
}

type SubmittedPeople = readonly { readonly name: string; readonly title: string | null }[]
type SubmittedAddresses = readonly AddressParts[]

const namedFrom = (people: SubmittedPeople): readonly MaybeLink[] =>
  people.map(({ name, title }) => knownAs(name, title ? [title] : [], unsourced))
const locatedFrom = (addresses: SubmittedAddresses): readonly MaybeLink[] => addresses.map((address) => addressLink(address, [], unsourced))

const without = <Each>(all: { readonly [id: string]: Each }, id: string): { readonly [id: string]: Each } => {
  const { [id]: _, ...rest } = all
  return rest
}

const registered = (business: BusinessLinksDocument, registration: Registration, sources: readonly Source[]): BusinessLinksDocument => {
  const { id, officers, registered_agent: agent, addresses, state, file_number } = registration
  const links = [
    ...officers.map(({ name, titles }) => knownAs(name, titles, sources)),
    ...addresses.map((address) => addressLink(address, address.labels, sources)),
    agent && knownAs(agent.name, ['Registered Agent'], sources),
    agent?.address ? fullAddressLink(agent.address, ['registered_agent'], sources) : null,
  ]
  return {
    ...linked(business, { registrations: { ...business.from.registrations, [id]: links } }),
    registrations: [...new Set([...business.registrations, `${state}/${file_number}`])],
  }
}

const withoutRegistration = (business: BusinessLinksDocument, { id, state, file_number }: Registration): BusinessLinksDocument => ({
  ...linked(business, { registrations: without(business.from.registrations, id) }),
  registrations: business.registrations.filter((each) => each !== `${state}/${file_number}`),
})

export const businessLinks = projection<BusinessLinksDocument>()({
  collection: 'business_links',
  version: 5,
  abbreviations,
  indexes: ['account_id', 'keys[]'],
  filters: ['mode'],
  repeating: ['links', 'from'],
  schema: columns<BusinessLinksDocument>({
    id: 'text',
    account_id: 'text',
    mode: 'text',
    name: 'text',
    links: 'json',
    keys: 'json',
    registrations: 'json',
    from: 'json',
  }),
  completed,
  starts: {
    BusinessCreated: ({ data, metadata }) =>
      linked(
        {
          id: data.business_id,
          account_id: metadata.account_id,
          mode: data.mode,
          name: data.name,
          links: [],
          keys: [],
          registrations: [],
          from: { submitted_people: [], submitted_addresses: [], people: {}, addresses: {}, registrations: {} },
        },
        { submitted_people: namedFrom(data.people), submitted_addresses: locatedFrom(data.addresses) },
      ),
  },
  on: {
    ExampleRemoved: () => null,
    BusinessUpdated: (business, { data: { name, people, addresses } }) =>
      linked(
        { ...business, name: name ?? business.name },
        {
          ...(people ? { submitted_people: namedFrom(people) } : {}),
          ...(addresses ? { submitted_addresses: locatedFrom(addresses) } : {}),
        },
      ),
    AttributesAdded: (business, { data: { people, addresses } }) =>
      linked(business, {
        submitted_people: [...business.from.submitted_people, ...namedFrom(people)],
        submitted_addresses: [...business.from.submitted_addresses, ...locatedFrom(addresses)],
      }),
    PersonFound: (business, { data: { person, sources } }) =>
      linked(business, { people: { ...business.from.people, [person.id]: knownAs(person.name, person.titles, sources) } }),
    PersonGone: (business, { data: { person } }) => linked(business, { people: without(business.from.people, person.id) }),
    AddressFound: (business, { data: { address, sources } }) =>
      linked(business, {
        addresses: { ...business.from.addresses, [address.id]: addressLink(address, address.labels, sources) },
      }),
    AddressGone: (business, { data: { address } }) => linked(business, { addresses: without(business.from.addresses, address.id) }),
    RegistrationFound: (business, { data: { registration, sources } }) => registered(business, registration, sources),
    RegistrationChanged: (business, { data: { registration, sources } }) =>
      registration.given_up ? withoutRegistration(business, registration) : registered(business, registration, sources),
  },
})
