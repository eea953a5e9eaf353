// How each limit of the service is tried: over HTTP, or below it where that would take too long (files of 75 MB) or there is only a page.
import { createSecretKey, randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import * as assert from 'uvu/assert'
import { account } from '../../src/commands/account.ts'
import { registrationRequest } from '../../src/commands/registration-request.ts'
import type { AccountEvent } from '../../src/events/account.ts'
import type { RegistrationRequestEvent } from '../../src/events/partner.ts'
import { FeedQuery } from '../../src/http/routes/feed.ts'
import { readUpload } from '../../src/http/upload/read-upload.ts'
import { saveQueueView, setIpAllowlist } from '../../src/inner/account-settings.ts'
import { readBytes } from '../../src/inner/framework/body.ts'
import type { ProbityEnv } from '../../src/inner/framework/environment.ts'
import type { Sender } from '../../src/inner/framework/sending.ts'
import { passwordProblem } from '../../src/inner/profile.ts'
import { ApiError } from '../../src/interface/errors.ts'
import type { Limit } from '../../src/interface/limits.ts'
import { keepable } from '../../src/interface/requests/attachment.ts'
import { type ServiceLimit, serviceLimits } from '../../src/interface/service-limits.ts'
import { given } from '../commands/given.ts'
import { partnerSamples } from '../events/samples-of-partner.ts'
import { bank, debtor } from './lien-parties.ts'
import { scene } from './limits-scene.ts'
import { acme, type Body, type Reply, testKey } from './service.ts'

type Attempt = (limit: Limit) => Promise<void> | void

const many = <Item>(count: number, item: (index: number) => Item): readonly Item[] =>
  Array.from({ length: count }, (_, index) => item(index))

const isTaken = ({ status, text }: Reply): void => assert.ok(status < 300, `${status} ${text}`)
const isRefused = ({ status, body, text }: Reply, expected: number, parameter?: string): void => {
  assert.is(status, expected, text)
  assert.ok(
    body.errors.some((each: Body) => each.parameter === parameter),
    text,
  )
}

const sent = new Error('sent')

/** The status and parameter of the refusal, or null where it is taken. */
const refusalOf = async (act: () => unknown): Promise<string | null> => {
  try {
    await act()
    return null
  } catch (error) {
    if (error === sent) return null
    assert.instance(error, ApiError)
    const { status, entries } = error as ApiError
    return `${status} ${entries[0]?.parameter}`
  }
}

const debtorsIn =
  (state: string): Attempt =>
  async ({ most }) => {
    const send = (count: number) =>
      scene.client.post(`/v1/businesses/${scene.verifiedId}/liens`, {
        state,
        debtors: many(count, (n) => ({ ...debtor, organization_name: `Debtor ${n}` })),
        secured_parties: [bank],
        collateral: 'All inventory',
      })
    isTaken(await send(most))
    isRefused(await send(most + 1), 422, 'debtors')
  }

const sentNote = (more: object) =>
  scene.client.raw('POST', `/v1/businesses/${scene.verifiedId}/notes`, JSON.stringify({ text: 'One', ...more }), {
    Authorization: `Bearer ${testKey}`,
    'Content-Type': 'application/json',
  })

const registered = (metadata: object) =>
  scene.client.raw('POST', '/oauth/register', JSON.stringify({ redirect_uris: ['https://a.example/'], ...metadata }), {
    'Content-Type': 'application/json',
  })

const registeredLength = JSON.stringify({ redirect_uris: ['https://a.example/'], ignored: '' }).length

/** A CSV's refusal, and whether it is for its size. */
const csvProblem = async (csv: Buffer): Promise<string | null> => {
  const body = JSON.stringify({ name: 'One', filename: 'one.csv', csv: csv.toString('base64') })
  const outcome = await readUpload(Buffer.from(body), createSecretKey(randomBytes(32)), () => {})
  return 'status' in outcome ? `${outcome.status} ${outcome.entries[0]?.message}` : null
}

const accountId = '0198c0de-0000-7000-8000-000000000001'
const created: AccountEvent = { type: 'AccountCreated', data: { account_id: accountId, name: 'A', slug: 'a', features: [] } }
const oauthClient = (n: number, isPublic: boolean) => ({
  client_id: `0198c0de-0000-7000-8000-0000000000${String(n).padStart(2, '0')}`,
  name: '',
  redirect_uri: 'https://a.example/',
  mode: 'live' as const,
  secret_hash: 'h',
  ...(isPublic ? { is_public: true as const } : {}),
})
const clients =
  (isPublic: boolean, reason: 'oauth_clients_exhausted' | 'public_clients_exhausted'): Attempt =>
  ({ most }) => {
    const known = many(most, (n): AccountEvent => ({ type: 'OauthClientCreated', data: oauthClient(n, isPublic) }))
    const command = { type: 'CreateOAuthClient' as const, client: oauthClient(most, isPublic) }
    given(account, [created, ...known.slice(1)])
      .when(command)
      .thenTypes('OauthClientCreated')
    given(account, [created, ...known])
      .when(command)
      .isRefused(reason)
  }

const requested = {
  type: 'RegistrationRequestCreated',
  data: partnerSamples.RegistrationRequestCreated[0]?.data,
} as RegistrationRequestEvent
const uploaded = (n: number, question_key: string) => ({
  type: 'RegistrationDocumentUploaded' as const,
  data: { document_id: accountId, question_key, filename: `${n}.pdf`, content_type: 'application/pdf', size: 1, sha256: `${n}` },
})

/** Says of each command that it is sent. */
const sender: Sender = { accountId, newId: () => accountId, send: () => Promise.reject(sent) }

export const serviceTries: { readonly [Row in ServiceLimit]: Attempt } = {
  page: async ({ most }) => {
    const path = `/v1/businesses/${scene.verifiedId}/notes`
    for (let n = 0; n <= most; n++) isTaken(await scene.client.post(path, { text: `Note ${n}` }))
    for (const perPage of [most, most + 1]) assert.is((await scene.client.get(`${path}?per_page=${perPage}`)).body.data.length, most)
  },
  pageNumber: async ({ most }) => {
    const page = (number: number) => scene.client.get(`/v1/businesses?page=${number}`)
    isTaken(await page(most))
    isRefused(await page(most + 1), 400, 'page')
  },
  feed: ({ most }) => {
    for (const limit of [most, most + 1]) assert.is(FeedQuery.parse({ limit: `${limit}` }).limit, most)
  },
  feedWait: ({ most }) => {
    for (const wait of [most, most + 1]) assert.is(FeedQuery.parse({ wait: `${wait}` }).wait, most)
  },
  problems: async ({ most }) => {
    const named = async (count: number) => (await scene.client.post('/v1/businesses', { ...acme, tags: many(count, () => 1) })).body.errors
    const [whole, cut] = [await named(most), await named(most + 1)]
    assert.equal([whole.length, whole.at(-1).parameter], [most, `tags.${most - 1}`])
    assert.equal([cut.length, cut.at(-1).parameter, cut.at(-1).message], [most, undefined, 'and 2 more problems'])
  },
  idempotencyKey: async ({ most }) => {
    const send = (length: number) => scene.client.post('/v1/businesses', acme, { 'Idempotency-Key': 'x'.repeat(length) })
    isTaken(await send(most))
    isRefused(await send(most + 1), 400, 'Idempotency-Key')
  },
  headers: async ({ most }) => {
    const send = (length: number) => scene.client.get('/v1/agents', { 'X-Long': 'x'.repeat(length) })
    isTaken(await send((most - 1) * 1024))
    isRefused(await send(most * 1024), 431)
  },
  body: async () => {
    const { bytes } = serviceLimits.body
    const send = (length: number) => {
      const body = JSON.stringify({ text: 'One', ignored: '' })
      const padded = body.replace('""', `"${'x'.repeat(length - body.length)}"`)
      return scene.client.raw('POST', `/v1/businesses/${scene.verifiedId}/notes`, padded, {
        Authorization: `Bearer ${testKey}`,
        'Content-Type': 'application/json',
      })
    }
    isTaken(await send(bytes))
    assert.is((await send(bytes + 1)).status, 413)
  },
  nesting: async ({ most }) => {
    const send = (levels: number) => {
      const lists = `${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}`
      return scene.client.raw('POST', `/v1/businesses/${scene.verifiedId}/notes`, `{"text":"One","ignored":${lists}}`, {
        Authorization: `Bearer ${testKey}`,
        'Content-Type': 'application/json',
      })
    }
    isTaken(await send(most))
    isRefused(await send(most + 1), 400)
  },
  listEntries: async ({ most }) => {
    const send = (entries: number) => sentNote({ ignored: many(entries, () => ({})) })
    isTaken(await send(most))
    isRefused(await send(most + 1), 422, 'ignored')
  },
  bodyValues: async ({ most }) => {
    // Beside the texts in the lists: the body, the text, and the list of lists with each of them.
    const send = (values: number) => {
      const lists = many(100, (n) => many(n === 0 ? values - 3 - 100 - 99 * 500 : 500, () => ''))
      return sentNote({ ignored: lists })
    }
    isTaken(await send(most))
    isRefused(await send(most + 1), 400)
  },
  batchBody: async () => {
    const { bytes } = serviceLimits.batchBody
    const app = new Hono<ProbityEnv>().post('/', async (c) => c.text(String((await readBytes(c, bytes)).length)))
    app.onError((error, c) => c.text(error instanceof ApiError ? String(error.status) : error.message))
    const send = (length: number) => {
      const body = new Blob([Buffer.alloc(length)])
      return app.request('/', { method: 'POST', body, headers: { 'Content-Length': String(length) } })
    }
    assert.is(await (await send(bytes)).text(), String(bytes))
    assert.is(await (await send(bytes + 1)).text(), '413')
  },
  csv: async () => {
    const { bytes } = serviceLimits.csv
    // A zero byte makes it no CSV, which is seen after its size.
    assert.match((await csvProblem(Buffer.alloc(bytes))) ?? '', /^400 csv is not a CSV/)
    assert.is(await csvProblem(Buffer.alloc(bytes + 1)), '400 csv is larger than the 50 MB allowed')
  },
  csvRows: async ({ most }) => {
    const rows = (count: number) => Buffer.from(`name\n${'A\n'.repeat(count)}`)
    assert.is(await csvProblem(rows(most)), null)
    assert.is(await csvProblem(rows(most + 1)), '400 csv has more than the 100000 rows allowed')
  },
  document: async () => {
    const bytes = serviceLimits.document.bytes
    assert.is(await refusalOf(() => keepable(Buffer.alloc(bytes))), null)
    assert.is(await refusalOf(() => keepable(Buffer.alloc(bytes + 1))), '422 content')
  },
  questionDocuments: ({ most }) => {
    const known = many(most, (n) => uploaded(n, 'rate_notice'))
    const upload = (documents: readonly RegistrationRequestEvent[], question_key: string) =>
      given(registrationRequest, [requested, ...documents]).when({
        type: 'UploadDocument',
        document: uploaded(most, question_key).data,
      })
    upload(known.slice(1), 'rate_notice').thenTypes('RegistrationDocumentUploaded')
    upload(known, 'rate_notice').isRefused('question_documents_exhausted')
    upload(known, 'determination_letter').thenTypes('RegistrationDocumentUploaded')
  },
  requestDocuments: ({ most }) => {
    const known = many(most, (n) => uploaded(n, `question_${n % 4}`))
    const upload = (documents: readonly RegistrationRequestEvent[]) =>
      given(registrationRequest, [requested, ...documents]).when({ type: 'UploadDocument', document: uploaded(most, 'question_5').data })
    upload(known.slice(1)).thenTypes('RegistrationDocumentUploaded')
    upload(known).isRefused('registration_documents_exhausted')
  },
  parties: async ({ most }) => {
    const companies = 10
    const structure = (parties: number) =>
      many(companies, (n) => ({
        business: {
          name: `Holding ${n} Inc`,
          ownership: many(Math.floor((parties - companies + n) / companies), (m) => ({ person: { name: `Owner ${n} of ${m}` } })),
        },
      }))
    const send = (parties: number) => scene.client.put(`/v1/businesses/${scene.verifiedId}/ownership`, { ownership: structure(parties) })
    isRefused(await send(most + 1), 422, 'ownership')
    isTaken(await send(most))
  },
  ownershipChain: async ({ most }) => {
    const chain = (length: number): readonly object[] =>
      length === 1 ? [{ person: { name: 'Ann Smith' } }] : [{ business: { name: `Holding ${length} Inc`, ownership: chain(length - 1) } }]
    const send = (length: number) => scene.client.post('/v1/businesses', { ...acme, ownership: chain(length) })
    isTaken(await send(most))
    isRefused(await send(most + 1), 422, 'ownership')
  },
  debtorsInGeorgia: debtorsIn('GA'),
  debtorsInOklahoma: debtorsIn('OK'),
  debtorsInOregon: debtorsIn('OR'),
  debtorsInMinnesota: debtorsIn('MN'),
  debtorsInNewHampshire: debtorsIn('NH'),
  webhooks: async ({ most }) => {
    const other = await scene.probity.otherAccount()
    const register = (n: number) => other.post('/v1/webhooks', { url: `https://example.com/${n}` })
    for (let n = 0; n < most; n++) isTaken(await register(n))
    isRefused(await register(most), 422)
  },
  testClocks: async ({ most }) => {
    const other = await scene.probity.otherAccount()
    for (let n = 0; n < most; n++) isTaken(await other.post('/v1/test_clocks', { name: `Clock ${n}` }))
    isRefused(await other.post('/v1/test_clocks', { name: 'One more' }), 422)
  },
  clockAdvance: async ({ most }) => {
    const { id, at } = (await scene.client.post('/v1/test_clocks', { name: 'One', at: '2020-01-01T00:00:00Z' })).body
    const furthest = new Date(at)
    furthest.setUTCMonth(furthest.getUTCMonth() + most)
    const send = (to: number) => scene.client.post(`/v1/test_clocks/${id}/advance`, { to: new Date(to).toISOString() })
    isRefused(await send(furthest.getTime() + 1), 422, 'to')
    isTaken(await send(furthest.getTime()))
  },
  oauthClients: clients(false, 'oauth_clients_exhausted'),
  registeredClients: clients(true, 'public_clients_exhausted'),
  registration: async ({ most }) => {
    const send = (length: number) => registered({ ignored: 'x'.repeat(length - registeredLength) })
    isTaken(await send(most * 1024))
    isRefused(await send(most * 1024 + 1), 413)
  },
  redirectUris: async ({ most }) => {
    const send = (count: number) => registered({ redirect_uris: many(count, (n) => `https://a.example/${n}`) })
    isTaken(await send(most))
    isRefused(await send(most + 1), 400, 'redirect_uris')
  },
  redirectUri: async ({ most }) => {
    const send = (length: number) => registered({ redirect_uris: ['https://a.example/'.padEnd(length, 'x')] })
    isTaken(await send(most))
    isRefused(await send(most + 1), 400, 'redirect_uris')
  },
  clientName: async ({ most }) => {
    const send = (length: number) => registered({ client_name: 'x'.repeat(length) })
    isTaken(await send(most))
    isRefused(await send(most + 1), 400, 'client_name')
  },
  savedViews: ({ most }) => {
    const view = (n: number) => ({ view_id: `${n}`, name: `View ${n}`, query: '' })
    const saved = many(most, (n): AccountEvent => ({ type: 'QueueViewSaved', data: view(n) }))
    const command = { type: 'SaveQueueView' as const, view: view(most) }
    given(account, [created, ...saved.slice(1)])
      .when(command)
      .thenTypes('QueueViewSaved')
    given(account, [created, ...saved])
      .when(command)
      .isRefused('queue_views_exhausted', 'view_name')
  },
  viewName: async ({ most }) => {
    const save = (length: number) => refusalOf(() => saveQueueView(sender, { name: 'x'.repeat(length), query: '' }))
    assert.equal([await save(most), await save(most + 1)], [null, '400 view_name'])
  },
  ipRanges: async ({ most }) => {
    const set = (count: number) =>
      refusalOf(() =>
        setIpAllowlist(
          sender,
          many(count, (n) => `10.0.${n}.0/24`),
        ),
      )
    assert.equal([await set(most), await set(most + 1)], [null, '400 ranges'])
  },
  sourceAge: async ({ least = 0, most }) => {
    const { body } = await scene.probity.operator.get('/operator/accounts')
    const send = (days: number) => scene.probity.operator.put(`/operator/accounts/${body.data[0].id}/source_age`, { days })
    for (const days of [least, most]) isTaken(await send(days))
    for (const days of [least - 1, most + 1]) isRefused(await send(days), 422, 'days')
  },
  password: ({ least = 0, most }) => {
    const problem = (length: number) => passwordProblem('abcdefghijklm'.repeat(length).slice(0, length), 'ann@example.com')
    assert.equal([problem(least), problem(most)], [undefined, undefined])
    assert.match(problem(least - 1) ?? '', `at least ${least}`)
    assert.match(problem(most + 1) ?? '', `at most ${most}`)
  },
}
