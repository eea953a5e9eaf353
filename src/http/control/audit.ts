// Operations on the whole log that only the operator may do: seal it, and erase personal data.
import { z } from 'zod'
import { refused } from '../../commands/refused.ts'
import { type ErasureKind, erasureEvents } from '../../events/erasure.ts'
import type { Routes } from '../../inner/framework/environment.ts'
import { badRequest } from '../../interface/errors.ts'
import { Id } from '../../interface/ids.ts'
import { body } from '../validation.ts'

export type ErasureRequest = {
  /** Of a business, a signal or a company of the partner's side. */
  readonly business_id: string
  readonly person_id: string | null
  readonly reason: string
  readonly requested_by: string
  readonly dry_run: boolean
}
export type ErasureReport = {
  readonly kind: ErasureKind
  readonly subjects: readonly string[]
  readonly events: number
  readonly values: number
  readonly erased: boolean
  /** The liens whose debtor's data is erased. An unfinished lien could no longer be filed or terminated. */
  readonly liens: readonly { readonly id: string; readonly unfinished: boolean }[]
  /** The business is monitored, and its sources name the person: the next check reads them again. */
  readonly read_again: boolean
  /** The events and fields that hold an erased value as data that is not personal, such as the business's name with its owner's in it. They stay. */
  readonly not_personal_elsewhere: readonly string[]
  /** Another program reads the files and keeps what was overwritten. The service tries again, from ten minutes after the order on, until it is gone. */
  readonly kept_by_reader: boolean
  /** The files in the data folder that still contain an erased value, with the fields that it was erased from; null if the stores are elsewhere. */
  readonly still_in: readonly { readonly file: string; readonly fields: readonly string[] }[] | null
  /** Fields whose values records of others hold too, with the first of these records. */
  readonly elsewhere: readonly {
    readonly field: string
    readonly records: readonly { readonly collection: string; readonly id: string }[]
  }[]
  /** Fields whose values are still in a file, but in no record of others. */
  readonly left_behind: readonly string[]
  /** Of these, the first records of what was erased that hold one, such as a note that names the person. */
  readonly left_in: ErasureReport['elsewhere']
}

export type AuditOperations = {
  /** Answers with the seal alone: a log may have very many heads, and the command that keeps them can read them from the log. */
  readonly seal: () => Promise<object>
  /** null: there is no such data. */
  readonly erase: (request: ErasureRequest) => Promise<ErasureReport | null>
  /** Erases again what restored stores hold again. */
  readonly repeat: (request: RepeatedErasures) => Promise<RepeatReport>
}

const Erasure = z.object({
  business_id: Id,
  person_id: Id.nullable(),
  reason: z.string().trim().max(1000),
  requested_by: z.string().trim().max(200),
  dry_run: z.boolean(),
})

/** The most erasures that are repeated with one request. */
export const repeatedAtOnce = 20

const NotedErasure = erasureEvents.PersonalDataErased.extend({ stream: z.string().max(100), order_id: z.uuid() })

const Repeated = z.object({ erasures: z.array(NotedErasure).min(1).max(repeatedAtOnce), dry_run: z.boolean() })

/** Each as the event of the erasure says it. `order_id`: of an older event without one, its own id. */
export type RepeatedErasures = z.output<typeof Repeated>

export type RepeatReport = {
  /** How many keys of erased subjects were there again. */
  readonly keys: number
  /** How many of the erasures are of streams that the log does not have. */
  readonly unknown: number
  /** As in `ErasureReport`; but the service does not try again. */
  readonly kept_by_reader: boolean
}

const nobody = ({ person_id }: z.output<typeof Erasure>) =>
  person_id === null
    ? refused('business_not_found')
    : badRequest('nobody in the business or its liens has this id; npm run audit -- history shows the ids', 'person_id')

/** Mounted behind the operator's token. */
export const auditRoutes =
  ({ seal, erase, repeat }: AuditOperations): Routes =>
  (app) => {
    app.post('/seals', async (c) => c.json(await seal(), 201))

    app.post('/erasures', body(Erasure), async (c) => {
      const report = await erase(c.req.valid('json'))
      if (!report) throw nobody(c.req.valid('json'))
      return c.json(report)
    })

    app.post('/repeated_erasures', body(Repeated), async (c) => c.json(await repeat(c.req.valid('json'))))
  }
