// Takes places for a request from what its account shares with others (edge-shares.ts).
import { shareUsed, shareUsedUp } from '../../interface/errors.ts'
import { type FairShares, type GiveBack, TooManyWaiting } from '../../stores/fair-shares.ts'
import type { ProbityContext } from './environment.ts'

type Shared = 'uploads' | 'streams' | 'longPolls' | 'documents'

/** What a refused request is told that its account has too many of. */
const names: Readonly<Record<Shared, string>> = {
  uploads: 'large uploads',
  streams: 'streams',
  longPolls: 'requests that wait for events',
  documents: 'PDFs in the making',
}

/**
 * Takes a place.
 * @param what the plural of what the account would have too many of
 * @throws ApiError 429 when the account has used its share, 503 when there is no place for anybody
 */
export const placeIn = (pool: FairShares, account: string, what: string): GiveBack => {
  const taken = pool.take(account)
  if (taken === 'account') throw shareUsed(what)
  if (taken === 'service') throw shareUsedUp(what)
  return taken
}

/**
 * Holds a place until the request is answered or its connection breaks off. Calls from inside the process hold none.
 * @throws ApiError, as `placeIn`
 */
export const holdPlace = (c: ProbityContext, shared: Exclude<Shared, 'documents'>): void => {
  const outgoing = c.env?.outgoing
  const shares = c.get('shares')
  if (!outgoing || !shares) return
  const account = c.get('principal')?.accountId
  const pool = shared === 'uploads' && account === undefined ? shares.strangersUploads : shares[shared]
  const giveBack = placeIn(pool, account ?? c.get('guestOf') ?? '', names[shared])
  // The client may have left before its turn came.
  if (outgoing.closed || outgoing.destroyed) giveBack()
  else outgoing.once('close', giveBack)
}

/** Makes a document when it is the account's turn. @throws ApiError 429 when too many of the account wait */
export const inTurn = async <Value>(c: ProbityContext, make: () => Promise<Value>): Promise<Value> => {
  const shares = c.get('shares')
  if (!shares) return make()
  try {
    return await shares.documents.run(c.get('principal')?.accountId ?? '', make)
  } catch (error) {
    throw error instanceof TooManyWaiting ? shareUsed(names.documents) : error
  }
}
