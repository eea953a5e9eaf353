// The access log: who read which object, when, through the API or the pages. Kept in the record store, one record per object and reading.
// It goes before all other routes, and only where the service is asked to keep it.
import type { Records } from '../stores/document-store.ts'
import type { ProbityContext, Routes } from './environment.ts'

const accessKind = 'access'

/** A reading of one object. */
export type Access = {
  readonly object_id: string
  readonly at: string
  readonly account_id: string
  readonly actor: { readonly type: string; readonly id: string }
  readonly request_id: string
  /** Without the query, which may hold personal data. */
  readonly path: string
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

export const accessRecords =
  ({ records, now }: { readonly records: Records; readonly now: () => Date }): Routes =>
  (app) => {
    app.use(async (c, next) => {
      await next()
      if (c.req.method !== 'GET' || !c.res.ok) return
      const at = now().toISOString()
      const { accountId, actor } = c.get('principal')
      const access = {
        at,
        account_id: accountId,
        actor: { type: actor.type, id: actor.id },
        request_id: c.get('requestId'),
        path: c.req.path,
      }
      const ids = [...new Set([...(c.req.path.match(uuid) ?? []), ...(await listed(c))])]
      // What cannot be written down is not shown.
      await Promise.all(
        ids.map((object_id) =>
          records.put(accessKind, `${object_id}/${at}/${access.request_id}`, { object_id, ...access }, { expectedRevision: -1 }),
        ),
      )
    })
  }

/** The objects in the answer to a list: each item, and what it belongs to. */
const listed = async (c: ProbityContext): Promise<readonly string[]> => {
  if (!c.res.headers.get('content-type')?.startsWith('application/json')) return []
  const body: unknown = await c.res.clone().json()
  if (typeof body !== 'object' || body === null || !('data' in body) || !Array.isArray(body.data)) return []
  return body.data.flatMap((item: { readonly [field: string]: unknown } | null) =>
    [item?.id, item?.business_id, item?.subject].flatMap((id) => (typeof id === 'string' ? (id.match(uuid) ?? []) : [])),
  )
}

/** Everybody who read an object, earliest first. */
export const readersOf = async (records: Records, objectId: string): Promise<readonly Access[]> =>
  (await records.list(accessKind, { prefix: `${objectId}/` })).map(({ value }) => value as unknown as Access)
