// The access log: who read which object, when, through the API or the pages. Code that reads an object notes its id with the request. Once the request is
// answered, one place writes the readings down: in the record store, one record per object and request.
import type { Records } from '../../stores/document-store.ts'
import type { ProbityContext, Routes } from './environment.ts'

const accessKind = 'access'

/** A reading of one object. */
export type Access = {
  readonly object_id: string
  readonly at: string
  readonly account_id: string
  readonly actor: { readonly type: string; readonly id: string }
  readonly request_id: string
  /** Without the query, which may hold personal data; with the tools that an assistant called. */
  readonly path: string
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** Notes that the request reads these objects. They are written down if the response shows them. */
export const noteRead = (c: ProbityContext, ids: Iterable<string>): void => {
  const read = c.get('read')
  if (read) for (const id of ids) read.add(id)
}

type Item = { readonly id?: unknown; readonly business_id?: unknown; readonly subject?: unknown } | null

/** The ids of a list's items, and of the objects that they belong to. */
export const noteListed = (c: ProbityContext, items: readonly Item[]): void =>
  noteRead(
    c,
    items
      .flatMap((item) => [item?.id, item?.business_id, item?.subject])
      .flatMap((id) => (typeof id === 'string' ? (id.match(uuid) ?? []) : [])),
  )

/** Runs before all routes of the pages and the API. */
export const accessRecords =
  ({ records, now }: { readonly records: Records; readonly now: () => Date }): Routes =>
  (app) => {
    app.use(async (c, next) => {
      const read = new Set<string>()
      c.set('read', read)
      await next()
      if (read.size === 0 || !isShown(c)) return
      const at = now().toISOString()
      const { accountId, actor } = c.get('principal')
      const access = {
        at,
        account_id: accountId,
        actor: { type: actor.type, id: actor.id },
        request_id: c.get('requestId'),
        path: [c.req.path, ...(c.get('tools') ?? [])].join(' '),
      }
      // If the reading cannot be written down, the object is not shown.
      await Promise.all(
        [...read].map((object_id) =>
          records.put(accessKind, `${object_id}/${at}/${access.request_id}`, { object_id, ...access }, { expectedRevision: -1 }),
        ),
      )
    })
  }

/** A form is answered with a page, and a refused form shows its page again. A write through the API is not a reading; a call of a tool may be one. */
const isShown = (c: ProbityContext): boolean => {
  const { req, res } = c
  if (c.get('tools')) return res.ok
  if (req.method === 'GET') return res.ok
  return req.method === 'POST' && (res.ok || res.status === 422) && (res.headers.get('content-type') ?? '').startsWith('text/html')
}

/** Runs before the routes of the API. Notes the objects in the path, and those in the response to a list. */
export const answeredObjects: Routes = (app) => {
  app.use(async (c, next) => {
    await next()
    if (c.req.method !== 'GET' || !c.res.ok) return
    noteRead(c, c.req.path.match(uuid) ?? [])
    noteListed(c, await listIn(c))
  })
}

const listIn = async (c: ProbityContext): Promise<readonly Item[]> => {
  if (!c.res.headers.get('content-type')?.startsWith('application/json')) return []
  const body: unknown = await c.res.clone().json()
  return typeof body === 'object' && body !== null && 'data' in body && Array.isArray(body.data) ? body.data : []
}

/** All readings of an object, earliest first. */
export const readersOf = async (records: Records, objectId: string): Promise<readonly Access[]> =>
  (await records.list(accessKind, { prefix: `${objectId}/` })).map(({ value }) => value as Access)
