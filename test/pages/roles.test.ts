// Every form of every page, for every role: who is shown a form may send it, nobody else may, and another account reaches nothing with it.
// A new form comes under it by being linked.
import { load } from 'cheerio'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../eventually.ts'
import { filled } from '../filled.ts'
import { colleague, hiddenFields, reviewed, startTestService, type TestService, type Visitor, visitor } from './browser.ts'
import { crawl, kindOf } from './crawling.ts'

type Fields = Readonly<Record<string, string>>
type Form = { readonly action: string; readonly fields: Fields }

const others = ['read_only', 'member', 'operator'] as const
const roles = [...others, 'admin'] as const
type Role = (typeof roles)[number]

type Context = { service: TestService; people: Record<Role, Visitor>; forms: Record<Role, Map<string, Form>>; outsider: Visitor }
const test = suite<Context>('forms by role')

const rule = { 'rule.0.name': 'All', 'rule.0.join': 'and', 'rule.0.status': 'in_review', 'rule.0.tag': '' }

/** Something of each kind that has forms. */
const objects = async (service: TestService, admin: Visitor) => {
  const create = async (path: string, body: object): Promise<{ readonly id: string }> => {
    const response = await service.api('POST', `/v1${path}`, body)
    assert.ok(response.ok, `${path}: ${response.status}`)
    return (await response.json()) as { readonly id: string }
  }
  const address = { full_address: '1 Main St, Portland, OR 97201' }
  const { id } = await create('/businesses', { name: 'Watchlist Business', addresses: [address], people: [{ name: 'Ann Lee' }] })
  await reviewed(service, id)
  const party = { organization_name: 'Bank', addresses: [address] }
  await create(`/businesses/${id}/liens`, {
    state: 'NV',
    collateral: 'All',
    packet_number: 'P-1',
    debtors: [party],
    secured_parties: [party],
  })
  // A lien can be terminated from then on.
  await until('the lien is filed', async () => {
    const { data } = (await (await service.api('GET', `/v1/businesses/${id}/liens`)).json()) as {
      readonly data: readonly { status: string }[]
    }
    return data[0]?.status === 'filed'
  })
  await create('/partner/registration_requests', { state: 'OR', email: 'ann@example.com', company_name: 'Acme' })
  await create('/webhooks', { url: 'https://hooks.example/' })
  await create('/runs', { type: 'business_verification', business_id: id })
  await create(`/businesses/${id}/legal_holds`, { reason: 'Smith v. Acme' })
  for (const tag of ['', 'again']) {
    await admin.get('/settings/policies/form')
    await admin.form('/settings/policies/form', { name: 'Careful', ...rule, 'rule.0.tag': tag, do: 'add' })
  }
  await admin.get('/businesses?status=in_review')
  await admin.form('/businesses/views', { view_name: 'Mine', query: 'status=in_review' })
}

const formsOf = async (user: Visitor): Promise<Map<string, Form>> => {
  // Not all links fit all roles: a page that is for others says so.
  const pages = await crawl({ user, starts: ['/', '/businesses', '/businesses/new'], modeOf: () => 'test', statuses: [200, 403] })
  const forms = new Map<string, Form>()
  for (const [path, page] of pages)
    for (const element of page('form[method=post]').toArray()) {
      const form = page(element)
      const action = form.attr('action') ?? path
      const isSent = form.find('button').length > 0
      if (!isSent || /^\/(sign-out|mode)/.test(action)) continue
      const named = form.find('input[name], textarea[name], select[name], button[name]').toArray()
      const fields = Object.fromEntries(named.map((field) => [page(field).attr('name') ?? '', `${page(field).val() ?? ''}`]))
      forms.set(kindOf(action.replace(/\?.*/, '')), { action, fields })
    }
  return forms
}

test.before(async (here) => {
  here.service = await startTestService()
  const admin = visitor(here.service.url)
  await admin.signIn()
  await objects(here.service, admin)
  here.people = { admin } as Context['people']
  for (const role of others) here.people[role] = await colleague(here.service, admin, { name: role, roles: role })
  here.forms = {} as Context['forms']
  for (const role of roles) here.forms[role] = await formsOf(here.people[role])
  here.outsider = visitor(here.service.url)
  await here.outsider.signIn(await here.service.otherAccount('outsiders'))
})
test.after(({ service }) => service.stop())

const tokenOf = async (user: Visitor): Promise<string> =>
  hiddenFields((await user.get('/profile')).text, '/profile/password').form_token ?? ''

test('administrators are shown every form that any role is', ({ forms }) => {
  assert.ok(forms.admin.size >= 50, `${forms.admin.size} forms: ${[...forms.admin.keys()].join(' ')}`)
  for (const role of roles)
    assert.equal(
      [...forms[role].keys()].filter((kind) => !forms.admin.has(kind)),
      [],
      role,
    )
})

for (const role of others)
  test(`${role}: the forms that are shown are those that may be sent`, async ({ forms, people }) => {
    const user = people[role]
    const form_token = await tokenOf(user)
    const may: string[] = []
    // Only the token: what the role lets through is refused for its content, or changes nothing.
    for (const [kind, { action }] of filled(forms.admin)) if ((await user.post(action, { form_token })).status !== 403) may.push(kind)
    assert.equal(may.toSorted(), [...forms[role].keys()].toSorted())
  })

test('another account reaches nothing of this one with any form', async ({ forms, outsider }) => {
  const form_token = await tokenOf(outsider)
  const reached: string[] = []
  // A view that is not there is as good as removed.
  const about = [...forms.admin].filter(([kind]) => kind.includes(':id') && !kind.startsWith('/businesses/views/'))
  for (const [kind, { action, fields }] of filled(about)) {
    const { status, location } = await outsider.post(action, { ...fields, form_token, form_key: crypto.randomUUID() })
    const after = status === 303 ? await outsider.get(location) : undefined
    const said = after && load(after.text)('main').text()
    if (status !== 404 && after?.status !== 404 && !/not found/i.test(said ?? '')) reached.push(`${kind}: ${status} ${said?.slice(0, 100)}`)
  }
  assert.equal(reached, [])
})

test.run()
