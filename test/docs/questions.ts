// The questions of docs/analysing.md with their answers in SQL and in MongoDB's words, and data that every one of them finds something in.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { projections } from '../../src/projections/all.ts'
import { layoutOf } from '../../src/stores/embedded/layout.ts'
import { inRows } from '../../src/stores/embedded/rows.ts'
import type { JsonObject } from '../../src/stores/event-store.ts'
import { until } from '../eventually.ts'
import { filing } from '../journeys/lien-parties.ts'
import { acme, type TestService, verified } from '../journeys/service.ts'
import { visitor } from '../pages/browser.ts'

export type Question = { readonly title: string; readonly sql: string; readonly collection: string; readonly pipeline: readonly object[] }

const document = readFileSync(join(import.meta.dirname, '../../docs/analysing.md'), 'utf8')

/** The documents ask about live data; the service of a test is asked about those of its sandbox. */
export const questions: readonly Question[] = document
  .replaceAll(/((?:mode|world) = |"(?:mode|world)": )(['"])live\2/g, '$1$2test$2')
  .slice(document.indexOf('## Questions'))
  .split(/^### /m)
  .slice(1)
  .map((text) => {
    const block = (language: string) => new RegExp(`\`\`\`${language}\\n(.*?)\\n\`\`\``, 's').exec(text)?.[1] ?? ''
    const [, collection = '', pipeline = ''] = /^db\.(\w+)\.aggregate\((.*)\)$/s.exec(block('js')) ?? []
    return { title: text.slice(0, text.indexOf('\n')), sql: block('sql'), collection, pipeline: JSON.parse(pipeline) as readonly object[] }
  })

/** The documents of a collection as the embedded store holds them, by key. */
export const documentsIn = (readModels: DatabaseSync, collection: string): ReadonlyMap<string, JsonObject> => {
  const spec = projections.find((each) => each.spec.name === collection)?.spec
  if (!spec) throw new Error(`there is no collection ${collection}`)
  const { selected, documentIn } = layoutOf(spec)
  const table = `"${collection}_v${spec.version}"`
  const rows = inRows(readModels.prepare(`select ${selected}, key from ${table} where document is not null order by key`)).all()
  return new Map(rows.map((row) => [String(row.at(-1)), documentIn(row) as JsonObject]))
}

/** Rows of either answer, comparable: lists are JSON text in SQL, and the order of columns says nothing. */
export const comparable = (rows: Iterable<object>): readonly object[] =>
  [...rows].map((row) =>
    Object.fromEntries(
      Object.entries(row)
        .map(([column, value]) => [column, typeof value === 'string' && value.startsWith('[') ? JSON.parse(value) : plain(value)])
        .sort(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
    ),
  )

/** Numbers of different widths are the same number; floating-point sums may end in other digits. */
const plain = (value: unknown): unknown => {
  const number = typeof value === 'bigint' ? Number(value) : value
  return typeof number === 'number' ? Number(number.toFixed(6)) : number
}

/** Two approved, one of them with failures, one rejected, one in review with a hit; two liens, two signals, a run that was rated, a refused proposal. */
export const seed = async (service: TestService): Promise<void> => {
  const { test: client } = service
  const good = await verified(client, acme)
  const bad = await verified(client, { ...acme, name: 'Unregistered Business' })
  const worse = await verified(client, { name: 'Inactive Business', addresses: [{ full_address: '2 Main St, Austin, TX 78701' }] })
  const hit = await verified(client, { ...acme, name: 'Watchlist Business' })
  await client.patch(`/v1/businesses/${good.id}`, { status: 'approved' })
  await client.patch(`/v1/businesses/${bad.id}`, { status: 'approved' })
  await client.patch(`/v1/businesses/${worse.id}`, { status: 'rejected' })
  for (const [state, loan_principal_amount_cents] of [['OR', 100_000] as const, ['OR', 50_000] as const])
    await client.post(`/v1/businesses/${good.id}/liens`, { ...filing, state, loan_principal_amount_cents })
  await until('the liens are open', async () =>
    (await client.get(`/v1/businesses/${good.id}`)).body.liens.every(({ status }: { readonly status: string }) => status === 'open'),
  )
  for (const name of ['Acme Widgets LLC', 'Unregistered Business'])
    await client.post('/v1/signals', { name, addresses: ['1 Main St, Portland, OR 97201'] })
  await rateRun(service, good.id)
  await refuseApproval(service, hit.id)
}

const rateRun = async ({ test: client }: TestService, businessId: string): Promise<void> => {
  const { body: started } = await client.post('/v1/runs', { type: 'business_verification', business_id: businessId })
  const path = `/v1/runs/${started.id}`
  await until('the run is over', async () => (await client.get(path)).body.status === 'completed')
  const [{ id: artifact_id }] = (await client.get(path)).body.output.artifacts
  await client.post(`${path}/feedback`, { artifact_id, rating: 'POSITIVE' })
}

const refuseApproval = async ({ test: client, operator, url }: TestService, businessId: string): Promise<void> => {
  const [{ id: account }] = (await operator.get('/operator/accounts')).body.data
  const { link } = (await operator.post(`/operator/accounts/${account}/users`, { email: 'bob@example.com', name: 'Bob' })).body
  const bob = visitor(url)
  const password = 'a long enough secret'
  const { pathname } = new URL(link)
  await bob.get(pathname)
  await bob.form(pathname, { name: 'Bob', password })
  await bob.signIn({ email: 'bob@example.com', password })
  bob.cookies.set('probity_mode', 'test')
  await client.put('/v1/two_person_rule', { ...(await client.get('/v1/two_person_rule')).body, approval: 'low' })
  const { id } = (await client.patch(`/v1/businesses/${businessId}`, { status: 'approved', status_reason: 'known to us' })).body
  await bob.get('/proposals')
  await bob.form(`/proposals/${id}/refuse`, { reason: 'The party is listed' })
}
