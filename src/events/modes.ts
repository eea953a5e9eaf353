// The two worlds of an account: what test keys made, and what live keys made. A stream belongs to one of them, as its first event says, or to the
// account as a whole (docs/decisions/0019-test-and-live-are-two-worlds.md).

export const modes = ['test', 'live'] as const
export type Mode = (typeof modes)[number]

/** An event as the store has it. */
type Marked = { readonly data: { readonly [field: string]: unknown }; readonly metadata: { readonly [field: string]: unknown } }

/** Where the mode of a stream is found: in itself, in another stream, or with the API key that began it. Undefined: nowhere. */
export type Mark = Mode | { readonly stream: string } | { readonly account: string; readonly keyId: string } | undefined

type Marking = (first: Marked) => Mark

/** @example modeIn({ mode: 'test' }) // => 'test' */
export const modeIn = (fields: { readonly [field: string]: unknown }): Mode | undefined => modes.find((mode) => mode === fields.mode)

const itself: Marking = ({ data }) => modeIn(data)

/** That of the first stream that is named: `field` of the data with the prefix of its streams. */
const sameAs =
  (...named: readonly (readonly [field: string, prefix: string])[]): Marking =>
  ({ data }) => {
    const found = named.find(([field]) => typeof data[field] === 'string')
    return found && { stream: `${found[1]}-${data[found[0]]}` }
  }

const asItsKey: Marking = ({ metadata: { account_id, actor } }) => {
  const { type, id } = actor as { readonly type: string; readonly id: string }
  return type === 'api_key' ? { account: String(account_id), keyId: id } : undefined
}

/**
 * The streams by their prefix: where their first events tell the mode. Newer events have it in `metadata.mode`; the rest is for older ones.
 * `null`: what belongs to both modes, or to the service.
 */
const markings: { readonly [prefix: string]: Marking | null } = {
  business: itself,
  business_batch: itself,
  business_batch_chunk: sameAs(['batch_id', 'business_batch']),
  signal: itself,
  lien: itself,
  monitor: itself,
  bulk_disable: asItsKey,
  webhook: itself,
  thread: sameAs(['context_id', 'business']),
  run: sameAs(['context_id', 'business']),
  partner_company: asItsKey,
  partner_application: itself,
  registration_request: itself,
  test_clock: itself,
  information_request: sameAs(['registration_request_id', 'registration_request'], ['company_id', 'partner_company']),
  partner_mail: sameAs(['registration_request_id', 'registration_request'], ['company_id', 'partner_company']),
  account: null,
  user: null,
  policies: null,
  oauth_token: null,
  reference_data: null,
  reservation: null,
  seal: null,
}

const prefixOf = (stream: string): string => stream.slice(0, stream.indexOf('-'))

/**
 * Whether a stream belongs to both modes: the account with its settings, users, policies, and what the service keeps for itself.
 * @example
 * isShared('user-0192f3c4') // => true
 * isShared('business-0192f3c4') // => false
 */
export const isShared = (stream: string): boolean => !markings[prefixOf(stream)]

/**
 * What the first events of a stream say of its mode.
 * @example
 * markOf('business-0192f3c4', [{ data: { mode: 'test' }, metadata: {} }]) // => 'test'
 * markOf('run-0192f3c4', [{ data: { context_id: '0192' }, metadata: {} }]) // => { stream: 'business-0192' }
 */
export const markOf = (stream: string, first: readonly Marked[]): Mark => {
  for (const event of first) {
    const mark = modeIn(event.metadata) ?? markings[prefixOf(stream)]?.(event)
    if (mark) return mark
  }
  return undefined
}
