// What is asked by the name of a business, and which events tell that it was asked. What was asked by a former name says nothing of the present one.
import type { BusinessEvent, Product } from '../events/business.ts'
import { identityProducts } from './products.ts'

/** Searches beyond the registries, by their products. Those of a verification are made again with it. */
export const searchesByName = [
  'adverse_media',
  'bankruptcies',
  'business_enrichment',
  'documents',
  'liens',
  'litigations',
  'loans',
  'tax_liens',
  'ucc_liens',
] as const

type SearchByName = (typeof searchesByName)[number]

const searches: ReadonlySet<string> = new Set(searchesByName)
export const isSearchByName = (product: string): product is SearchByName => searches.has(product)

/** `registrations` stands for the registries, `tin` for the tax authority, and `tin_vouched` for a person's word on the number. */
const asked = [...searchesByName, 'registrations', 'tin', 'tin_vouched', 'website'] as const
export type AskedByName = (typeof asked)[number]

const all: ReadonlySet<string> = new Set(asked)
const isAskedByName = (what: string): what is AskedByName => all.has(what)

type Orders = readonly { readonly order_id: string; readonly product: Product }[]

/** What this event tells was asked by the name that the business has then. `orders`: of the business. */
export const askedByName = (event: BusinessEvent, orders: Orders): readonly AskedByName[] => {
  switch (event.type) {
    case 'TinChecked':
      return ['tin']
    case 'TinVouched':
      return ['tin_vouched']
    case 'RegistrationFound':
    case 'RegistrationChanged':
      return ['registrations']
    case 'WebsiteAnalysed':
      return ['website']
    case 'ProductSearched':
      return [event.data.search.product].filter(isAskedByName)
    case 'OrderCompleted': {
      // An answer that is the same as before has no event of its own.
      const product = orders.find(({ order_id }) => order_id === event.data.order_id)?.product
      if (product === undefined) return []
      if (identityProducts.includes(product)) return ['registrations', 'website']
      return [product === 'business_verification_qualify' ? 'registrations' : product].filter(isAskedByName)
    }
    default:
      return []
  }
}
