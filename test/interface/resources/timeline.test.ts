import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { StoredEvent } from '../../../src/events/catalogue.ts'
import { Registration } from '../../../src/interface/records/evidence.ts'
import { TimelineEvent } from '../../../src/interface/records/timeline.ts'
import { timelineResource } from '../../../src/interface/resources/timeline.ts'
import { type TimelineDocument, timeline } from '../../../src/projections/timeline.ts'
import { samples } from '../../events/samples.ts'
import { filled } from '../../filled.ts'
import { accountId } from '../../stores/log.ts'

const entries = (
  type: 'RegistrationFound' | 'RegistrationChanged' | 'PersonFound' | 'AddressFound' | 'NameFound',
  changes: object = {},
) => {
  const event = {
    id: '0198c0de-0000-7000-8000-00000000000e',
    type,
    data: { ...samples[type].at(-1)?.data, ...changes },
    metadata: { account_id: accountId, recorded_at: '2026-11-21T09:30:00.000Z' },
    stream: `business-${accountId}`,
    revision: 0,
    position: 1n,
  } as unknown as StoredEvent
  return timeline.keys(event).map((key) => TimelineEvent.parse(timelineResource(timeline.fold(null, [event], key) as TimelineDocument)))
}

test('the timeline shows a registration as the same record as the business', () => {
  for (const { type, data } of filled(entries('RegistrationFound'))) {
    Registration.parse(data.object)
    assert.is(data.object.object, 'registration')
    assert.equal(
      ['match', 'history', 'name_type', 'source_url'].filter((field) => field in data.object),
      [],
    )
    assert.is('description' in data.object, type.startsWith('sos_history.'))
  }
})

test('what a registration was before its change is told under the names of its record', () => {
  const previous_attributes = { status: 'active', source_url: null, name_type: 'dba' }
  const [entry] = entries('RegistrationChanged', { previous_attributes })
  assert.equal(entry?.data.previous_attributes, { status: 'active', source: null })
})

test('names, addresses and people say what they are and whose', () => {
  for (const [type, object] of [
    ['NameFound', 'name'],
    ['AddressFound', 'address'],
    ['PersonFound', 'person'],
  ] as const) {
    const [entry] = entries(type)
    assert.is(entry?.data.object.object, object)
    assert.is(entry?.data.object.business_id, accountId)
  }
})

test.run()
