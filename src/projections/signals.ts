// The collection `signals`: the source of GET /v1/signals.
import type { SignalEvent } from '../events/signal.ts'
import { columns } from './columns.ts'
import { projection } from './projection.ts'
import { searchText } from './search-text.ts'

type Created = SignalEvent['data']

export type SignalDocument = Omit<Created, 'signal_id' | 'reasons'> & {
  readonly id: string
  readonly account_id: string
  readonly reasons: Created['reasons']
  readonly reason_codes: readonly string[]
  /** Name and addresses, for the search by words. */
  readonly text: string
  readonly batch_id: string | null
  readonly business_id: string | null
  readonly created_at: string
  readonly created_on: string
}

export const signals = projection<SignalDocument>()({
  collection: 'signals',
  version: 6,
  sealed: [{ at: 'tin', mask: 'digits', only: { field: 'tin_type', is: 'ssn' } }],
  indexes: [['account_id', 'mode', 'created_at'], 'external_id', 'reason_codes[]'],
  counted: ['account_id', 'mode'],
  filters: ['text', 'created_on', 'batch_id', 'model_slug'],
  schema: columns<SignalDocument>({
    id: 'text',
    account_id: 'text',
    mode: 'text',
    name: 'text',
    external_id: 'text',
    batch_id: 'text',
    business_id: 'text',
    model_slug: 'text',
    model_version: 'integer',
    score: 'number',
    reason_codes: 'json',
    created_at: 'text',
    created_on: 'text',
  }),
  starts: {
    SignalCreated: ({ data: { signal_id: id, ...data }, metadata }) => {
      // An erased value is a text, not a list.
      const addresses = Array.isArray(data.addresses) ? data.addresses : []
      return {
        id,
        account_id: metadata.account_id,
        ...data,
        addresses,
        reason_codes: data.reasons.map(({ code }) => code),
        text: searchText([data.name, ...addresses].join('\n')),
        batch_id: null,
        business_id: null,
        created_at: metadata.recorded_at,
        created_on: metadata.recorded_at.slice(0, 10),
      }
    },
  },
})
