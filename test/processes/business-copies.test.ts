// A copy of a business: when it stands as its original did, and what it is monitored for.
import { test } from 'uvu'
import type { BusinessEvent } from '../../src/events/business.ts'
import type { DomainEvent } from '../../src/events/catalogue.ts'
import { businessCopies } from '../../src/processes/business-copies.ts'
import { created, done, order, placed, reviewed } from '../commands/businesses.ts'
import { samples } from '../events/samples.ts'
import { type Ids, openEveryWay } from './every-way.ts'

const { inEveryWay, close } = await openEveryWay()
test.after(close)

const copied = (monitored: readonly string[] | null): BusinessEvent =>
  ({ type: 'BusinessCopied', data: { ...samples.BusinessCopied[0]?.data, monitored } }) as unknown as BusinessEvent
const verify = order('business_verification_verify')
const told = ({ type, data }: DomainEvent): unknown => (type === 'MonitorEnabled' ? [type, data.event_types, data.mode] : type)
const copy = (monitored: readonly string[] | null, ...rest: readonly BusinessEvent[]) => ({
  aggregate: 'business',
  history: ({ id }: Ids) => [created({ business_id: id }), copied(monitored), ...rest],
  delivered: 1,
  process: businessCopies,
  told,
})
const settled = { leadsTo: ['RiskTierSet', 'CopySettled'] }

test('a copy that was verified stands as its original did, and is monitored as that is', () =>
  inEveryWay({
    ...copy(['registration.updated'], ...done(verify), reviewed),
    ...settled,
    leadsBeside: ({ id }) => ({ [`monitor-${id}`]: [['MonitorEnabled', ['registration.updated'], 'test']] }),
  }))

test('a copy of a business without a monitor has none', () => inEveryWay({ ...copy(null, ...done(verify), reviewed), ...settled }))

test('a copy whose orders run is looked at again', () => inEveryWay({ ...copy(null, placed(verify)), leadsTo: [], again: 500 }))

test.run()
