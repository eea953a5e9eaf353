// Injection: markup goes into every field of the API's objects and of every form that any page shows; then every page is opened again, and every document
// that is made of it. A new page or form comes under it by being linked.
import { type CheerioAPI, load } from 'cheerio'
import { getDocumentProxy } from 'unpdf'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { filled } from '../filled.ts'
import { reviewed, startTestService, type TestService, testKey, type Visitor, visitor } from './browser.ts'
import { crawl, kindOf } from './crawling.ts'

type Context = { service: TestService; user: Visitor; businessId: string; lienId: string; starts: string[]; pages: Map<string, CheerioAPI> }
const test = suite<Context>('injection')

/** Breaks out of text, of attributes in either quote, and of scripts, wherever it is not escaped. */
const markup = `</script>"'><xss onxss=1>' onxss='1`
const runs = 'javascript:onxss()'
const liveKey = 'bvs_live_0123456789abcdef0123'

const address = { address_line1: markup, address_line2: markup, city: markup, state: 'NV', postal_code: '89501' }
const party = { organization_name: markup, addresses: [address] }

const objects = async ({ service }: Context) => {
  const create = async (path: string, body: object, key = testKey) => {
    const response = await service.api('POST', `/v1${path}`, body, key)
    const text = await response.text()
    assert.ok(response.ok, `${path}: ${text}`)
    return JSON.parse(text) as { readonly id: string; readonly status: string; readonly invite_link?: string }
  }
  const business = {
    name: `Evil ${markup}`,
    addresses: [address, { full_address: markup }],
    people: [{ name: markup, title: markup, dob: '1980-01-02', phone: '+1 503 555 0100', email: 'ann@example.com' }],
    website: { url: `https://evil.example/"><xss onxss=1>?'onxss='1` },
    tin: { tin: '12-3456789' },
    external_id: markup,
    unique_external_id: markup,
    tags: [markup],
  }
  const audited = await create('/businesses', { ...business, name: `Audited Business ${markup}`, unique_external_id: 'audited' })
  const { id } = await create('/businesses', { ...business, unique_external_id: 'live' }, liveKey)
  await reviewed(service, id, liveKey)
  const lien = await create(
    `/businesses/${id}/liens`,
    {
      state: 'NV',
      collateral: markup,
      packet_number: markup,
      debtors: [party, { first_name: markup, last_name: markup, addresses: [address] }],
      secured_parties: [party],
    },
    liveKey,
  )
  const action = (type: string, payload: object) =>
    create('/actions', { object_type: 'businesses', object_id: id, type, payload, note: markup }, liveKey)
  await action('add_attributes', {
    names: [markup],
    addresses: [address],
    people: [{ name: markup, title: markup }],
    email_addresses: ['xss@example.com'],
  })
  await action('add_sources', { sources: [{ url: `https://evil.example/"><xss onxss=1>`, type: markup }] })
  await create(
    '/webhooks',
    {
      url: `https://hooks.example/"><xss>?'onxss='1`,
      oidc: { token_url: 'https://hooks.example/t', client_id: markup, client_secret: markup, scope: markup },
    },
    liveKey,
  )
  const csv = Buffer.from(
    `name,address,tags\n"${markup.replaceAll('"', '""')}","1 Main St, Reno, NV 89501","${markup.replaceAll('"', '""')}"\n`,
  )
  await create('/business_batches', { name: markup, filename: `${markup}.csv`, csv: csv.toString('base64') }, liveKey)
  await create('/runs', { type: 'business_verification', business_id: id }, liveKey)
  const company = await create(
    '/partner/companies',
    {
      legal_name: markup,
      dba_name: markup,
      external_id: markup,
      contact_name: markup,
      contact_phone_number: markup.slice(0, 40),
      contact_email: 'xss@example.com',
      entity_type: markup,
      addresses: [address],
    },
    liveKey,
  )
  const registration = await create(
    '/partner/registration_requests',
    { state: 'OR', email: 'ann@example.com', company_id: company.id, tax_registration_types: ['annual_filing'] },
    liveKey,
  )
  const application = await create('/partner/applications', { company_id: company.id }, liveKey)
  const guests = [registration, application].flatMap(({ invite_link }) => (invite_link ? [new URL(invite_link).pathname] : []))
  return {
    businessId: id,
    lienId: lien.id,
    starts: ['/', '/desk', '/desk?test', '/profile', '/businesses/new', `/businesses/${audited.id}`, ...guests],
  }
}

test.before(async (context) => {
  context.service = await startTestService({ BOOTSTRAP_LIVE_KEY: liveKey })
  context.user = visitor(context.service.url)
  await context.user.signIn()
  Object.assign(context, await objects(context))
})
test.after(({ service }) => service.stop())

const modeOf = (path: string) => (path.endsWith('?test') ? 'test' : 'live')

/** Every element and attribute that did not come from a template. */
const injected = (page: CheerioAPI): readonly string[] =>
  page('*')
    .toArray()
    .flatMap((element) => {
      if (!('attribs' in element)) return []
      const attributes = Object.entries(element.attribs)
      const bad = attributes.filter(
        ([name, value]) =>
          /^on/.test(name) || (/^(href|src|action|formaction)$/.test(name) && /^\s*(javascript|data|vbscript):/i.test(value)),
      )
      const isForeign = element.name.startsWith('xss') || (element.name === 'script' && page(element).text() !== '')
      return isForeign || bad.length > 0 ? [`<${element.name} ${attributes.map(([name, value]) => `${name}="${value}"`).join(' ')}>`] : []
    })

const isHarmless = (pages: ReadonlyMap<string, CheerioAPI>) =>
  assert.equal(
    [...pages].flatMap(([path, page]) => injected(page).map((found) => `${path}: ${found}`)),
    [],
  )

test('the check itself sees what is injected', () => {
  for (const bad of [
    `<p>${markup}</p>`,
    `<p title="${markup}">`,
    `<p title='${markup}'>`,
    `<script>"${markup}"</script>`,
    `<a href="${runs}">x</a>`,
  ])
    assert.ok(injected(load(bad)).length > 0, bad)
  assert.equal(injected(load('<p>&lt;xss onxss=1&gt;</p><script src="/a.js"></script><a href="/x">x</a>')), [])
})

test('what comes in by the API acts in no page', async (context) => {
  context.pages = await crawl({ ...context, modeOf })
  isHarmless(context.pages)
  const showing = [...context.pages].filter(([, page]) => page.text().includes('<xss onxss=1>')).map(([path]) => kindOf(path))
  for (const kind of [
    '/',
    '/businesses',
    '/businesses/:id',
    '/businesses/:id/history',
    '/liens',
    '/liens/:id',
    '/batches',
    '/registrations',
    '/registrations/:id',
    '/desk',
    '/guest/:token',
  ])
    assert.ok(showing.includes(kind), `${kind} shows what was submitted`)
})

/** Not sent: what would end the visit or take away what is looked at. */
const sparing = /sign-out|\/(deactivate|delete|revoke|remove|roles|invitation)$|^\/profile|\/settings\/(features|allowlist)/

/** Of fields that take some values only. */
const byType: Readonly<Record<string, string>> = {
  date: '2026-01-02',
  number: '1',
  password: 'a password of twelve',
  url: 'https://evil.example/',
}
const byName: Readonly<Record<string, string>> = {
  email: 'xss<xss>@example.com',
  tin: '12-3456789',
  website: 'https://evil.example/?a=<xss>',
  amount: '1,250.50',
  packet_number: `2 ${markup}`,
  alternative_designation: '',
}

const valueFor = (field: ReturnType<CheerioAPI>): string => {
  const options = field.find('option').toArray()
  const known = byName[field.attr('name') ?? '']
  if (known !== undefined) return known
  if (field.is('select'))
    return options.map((option) => ('attribs' in option ? (option.attribs.value ?? '') : '')).findLast((value) => value !== '') ?? ''
  return byType[field.attr('type') ?? ''] ?? markup.slice(0, Number(field.attr('maxlength') ?? 4000))
}

/** Sends a form as a browser does, markup in every field that takes it. */
const send = async ({ service, user }: Context, page: CheerioAPI, form: ReturnType<CheerioAPI>, action: string): Promise<Response> => {
  const isMultipart = form.attr('enctype') === 'multipart/form-data'
  const fields = isMultipart ? new FormData() : new URLSearchParams()
  for (const element of form.find('input[name], textarea[name], select[name], button[name]').toArray()) {
    const field = page(element)
    const [name = '', type] = [field.attr('name'), field.attr('type')]
    if (type === 'file' && fields instanceof FormData)
      fields.append(name, new Blob([markup], { type: 'text/plain' }), `${markup.replaceAll('/', '')}.txt`)
    else if (field.is('button') || ['hidden', 'checkbox', 'radio'].includes(type ?? '')) fields.append(name, field.attr('value') ?? '')
    else fields.append(name, valueFor(field))
  }
  const cookie = [...user.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const init = { redirect: 'manual', headers: { Cookie: cookie, Origin: service.url } } as const
  return form.attr('method')?.toLowerCase() === 'get'
    ? fetch(`${service.url}${action}?${new URLSearchParams(fields as URLSearchParams)}`, init)
    : fetch(service.url + action, { ...init, method: 'POST', body: fields })
}

test('markup in every field of every form on every page acts in none', async (context) => {
  const { user, service } = context
  const sent = new Map<string, string>()
  const sendNew = async (pages: ReadonlyMap<string, CheerioAPI>): Promise<number> => {
    const before = sent.size
    const forms = [...pages].flatMap(([path, page]) => [...page('form').map((_, form) => ({ path, page, form: page(form) }))])
    for (const { path, page, form } of filled(forms)) {
      const action = form.attr('action') ?? path
      const names = form.find('[name]').toArray()
      // A form that grows by a row each time it is sent is one kind.
      const kind = `${kindOf(action)} ${[...new Set(names.map((field) => page(field).attr('name')?.replaceAll(/\d+/g, 'N')))].join(' ')}`
      if (sent.has(kind) || sparing.test(action)) continue
      const response = await send(context, page, form, action)
      assert.ok(response.status < 500, `${action} answers ${response.status}`)
      sent.set(kind, `${response.status} ${kind}`)
      isHarmless(new Map([[`the answer of ${action}`, load(await response.text())]]))
      const location = response.headers.get('location')
      if (location === null) continue
      context.starts.push(location)
      assert.is(new URL(location, service.url).origin, service.url, `${action} leads to ${location}`)
      isHarmless(new Map([[`after ${action}`, load((await user.get(location)).text)]]))
    }
    return sent.size - before
  }
  // What a form makes has a page with forms of its own.
  for (let pages = context.pages, found = 1; found > 0; pages = await crawl({ ...context, modeOf })) {
    isHarmless(pages)
    found = await sendNew(pages)
  }
  const taken = [...sent.values()].filter((each) => /^(200|303)/.test(each))
  assert.ok(taken.length >= 35, `${taken.length} forms were taken:\n${[...sent.values()].join('\n')}`)
})

test('in PDF it is text and nothing else', async ({ service, user, businessId, lienId }) => {
  const report = await service.api('GET', `/v1/businesses/${businessId}/pdf`, undefined, liveKey)
  const form = await fetch(`${service.url}/liens/${lienId}/forms/ucc-1`, {
    headers: { Cookie: [...user.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  })
  for (const [what, response] of [
    ['the report', report],
    ['the lien form', form],
  ] as const) {
    assert.is(response.status, 200, what)
    const bytes = new Uint8Array(await response.arrayBuffer())
    assert.not.match(Buffer.from(bytes).toString('latin1'), /\/(JavaScript|JS|Launch|OpenAction|EmbeddedFile)\b/, what)
    const document = await getDocumentProxy(bytes, { verbosity: 0 })
    assert.is(await document.getJSActions(), null, what)
    assert.is(await document.getOpenAction(), null, what)
    assert.is(await document.getAttachments(), null, what)
    let text = ''
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number)
      assert.equal(await page.getAnnotations(), [], what)
      text += (await page.getTextContent()).items.map((item) => ('str' in item ? item.str : '')).join('')
    }
    assert.ok(text.replaceAll(/\s/g, '').includes(`"'><xssonxss=1>`), `${what} shows it as it was written`)
    await document.loadingTask.destroy()
  }
})

test('redirects that a partner asks for lead to the web and nowhere else', async ({ service }) => {
  const targets = [runs, 'data:text/html,x', '//evil.example', '/\\evil.example', 'https://user@evil.example/', 'ftp://evil.example']
  for (const target of targets)
    for (const name of ['redirect_uri', 'redirect_back_uri']) {
      const body = { state: 'OR', email: 'ann@example.com', company_name: 'Redirected', [name]: target }
      const response = await service.api('POST', '/v1/partner/registration_requests', body)
      assert.ok([400, 422].includes(response.status), `${name} ${target}: ${response.status}`)
      assert.match(await response.text(), name)
    }
})

test('neither the employer’s pages nor the invitation can be framed', async ({ user, starts }) => {
  for (const path of [...starts.filter((each) => each.startsWith('/guest/')), '/guest/none', '/invitations/none']) {
    const { headers } = await user.get(path)
    assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/, path)
    assert.is(headers.get('x-frame-options'), 'DENY', path)
  }
})

test.run()
