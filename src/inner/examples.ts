// The examples of the first steps: cases of the sandbox that show what a review can say, loaded into the test side and removed again.

import type { z } from 'zod'
import { business, exampleTag } from '../commands/business.ts'
import type { CreateBusiness } from '../interface/requests/business.ts'
import { businesses } from '../projections/businesses.ts'
import { monitors } from '../projections/monitors.ts'
import type { ProbityContext } from './framework/environment.ts'
import type { Reads } from './framework/reading.ts'
import { type Sending, send } from './framework/sending.ts'

type Example = Pick<z.input<typeof CreateBusiness>, 'name' | 'addresses' | 'people' | 'tin' | 'website' | 'tags' | 'orders'>

const at = (full_address: string) => ({ addresses: [{ full_address }], tags: [exampleTag] })

export const examples: readonly Example[] = [
  { name: 'Willamette Coffee Roasters LLC', ...at('1120 NW Couch St, Portland, OR 97209'), people: [{ name: 'Ada Lovelace' }] },
  { name: 'Watchlist Business', ...at('548 Market St, San Francisco, CA 94104') },
  { name: 'Harbor Street Imports LLC', ...at('77 Harbor St, Boston, MA 02110'), people: [{ name: 'Watchlist Person' }] },
  { name: 'Unregistered Business', ...at('12 Main St, Salem, OR 97301') },
  { name: 'Inactive Business', ...at('400 Congress Ave, Austin, TX 78701') },
  { name: 'Similar Name Business', ...at('9 Peachtree St, Atlanta, GA 30303') },
  { name: 'Foreign Business', ...at('200 S Biscayne Blvd, Miami, FL 33131') },
  { name: 'Vanished Business', ...at('31 Canal St, New Orleans, LA 70130') },
  { name: 'Stale Business', ...at('5 Fremont St, Las Vegas, NV 89101') },
  {
    name: 'Bankrupt Business',
    ...at('18 Wabash Ave, Chicago, IL 60602'),
    orders: [{ product: 'business_verification_verify' }, { product: 'bankruptcies' }],
  },
  { name: 'Grand Street Bakery LLC', ...at('323 Grand St, Denver, CO 80203') },
  { name: 'Juneau Outfitters Inc', ...at('1 Main St, Juneau, AK 99801'), people: [{ name: 'Ada Lovelace' }] },
]

const ofAccount = (c: ProbityContext) => ({ account_id: c.get('principal').accountId, mode: 'test', 'tags[]': exampleTag }) as const

export const exampleCount = ({ read }: Pick<Reads, 'read'>, c: ProbityContext): Promise<number> => read(businesses).count(ofAccount(c))

/** Removes the examples. One that is monitored, or whose verification is in progress, stays. @returns how many went and how many stay */
export const removeExamples = async (
  inner: Sending & Reads,
  c: ProbityContext,
): Promise<{ readonly removed: number; readonly kept: number }> => {
  const found = await inner.read(businesses).find({ where: ofAccount(c), perPage: 1000 })
  const monitored = await inner.read(monitors).getMany(found.map(({ id }) => id))
  const removable = found.filter(({ id, orders }) => !monitored.has(id) && orders.every(({ completed_at }) => completed_at !== null))
  for (const { id } of removable) await send(inner, c, { aggregate: business, id, command: { type: 'RemoveExample' } })
  return { removed: removable.length, kept: found.length - removable.length }
}
