// Problems that are found one after the other, told in one answer (records.md, Errors).
import { business } from '../../commands/business.ts'
import { ownerOf } from '../../commands/claims.ts'
import { streamOf } from '../../commands/decider.ts'
import { Refused, refused, refuseIfAny } from '../../commands/refused.ts'
import { scopeOf } from '../../commands/reservation.ts'
import type { ProbityContext } from './environment.ts'
import type { Sending } from './sending.ts'

/**
 * What all of them give.
 * @throws Refused with the problems of all that are refused; whatever else one of them throws goes first
 */
export const together = async <Found extends readonly unknown[]>(
  found: Found,
): Promise<{ -readonly [At in keyof Found]: Awaited<Found[At]> }> => {
  const settled = await Promise.allSettled(found)
  const failures = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []))
  const refusals = failures.filter((each) => each instanceof Refused)
  if (refusals.length < failures.length) throw failures.find((each) => !(each instanceof Refused))
  refuseIfAny(refusals)
  return Promise.all(found)
}

/** For a request that is refused before the business of this id claims its `unique_external_id`: tells also whether that one is taken. */
export const orTaken =
  (
    { load }: Pick<Sending, 'load'>,
    c: ProbityContext,
    { id, unique_external_id: value }: { readonly id: string; readonly unique_external_id?: string | null | undefined },
  ) =>
  async (error: unknown): Promise<never> => {
    if (!(error instanceof Refused) || error.reason === 'already_taken' || value == null) throw error
    const { accountId, mode } = c.get('principal')
    const owner = await ownerOf(load, scopeOf(accountId, mode), { kind: 'unique_external_id', value })
    if (owner === null || owner === streamOf(business, id)) throw error
    const { reason, parameter, details, others } = error
    throw new Refused(reason, parameter, details, [...others, refused('already_taken', 'unique_external_id')])
  }
