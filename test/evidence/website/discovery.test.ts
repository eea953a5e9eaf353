// The website of a business that gave none: where it is looked for, and what is taken for it.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { discoverWebsite } from '../../../src/evidence/website/discovery.ts'
import type { SiteProbe } from '../../../src/evidence/website/finding.ts'
import { openSiteProbe } from '../../../src/evidence/website/site-probe.ts'
import { pages, serve } from './local-server.ts'

const asked: string[] = []
/** Sites by address; each names itself so. */
const sites =
  (named: { readonly [url: string]: string }): SiteProbe =>
  async (url) => {
    asked.push(url)
    const name = named[url]
    return name === undefined ? null : { url, title: name, text: '', names: [{ name }], addresses: [] }
  }
const business = (...email_addresses: string[]) => ({ names: ['Acme Widgets LLC'], email_addresses })

test.before.each(() => {
  asked.length = 0
})

test('the site at the domain of an e-mail address is the business’s own when it names it', async () => {
  const found = await discoverWebsite(business('ann@mail.acme-widgets.com'), sites({ 'https://acme-widgets.com/': 'Acme Widgets' }))
  assert.is(found, 'https://acme-widgets.com/')
})

test('a site that names somebody else is not, and one without TLS is tried after', async () => {
  assert.is(await discoverWebsite(business('ann@landlord.com'), sites({ 'https://landlord.com/': 'Landlord Offices' })), null)
  assert.is(await discoverWebsite(business('ann@acme.com'), sites({ 'http://acme.com/': 'Acme Widgets' })), 'http://acme.com/')
})

test('providers where anybody gets an address are not looked at, and no more than three domains are', async () => {
  assert.is(await discoverWebsite(business('acme@gmail.com', 'acme@mailinator.com', 'no address'), sites({})), null)
  assert.equal(asked, [])
  await discoverWebsite(business('a@one.com', 'b@one.com', 'c@two.com', 'd@three.com', 'e@four.com'), sites({}))
  assert.equal(
    asked.filter((url) => url.startsWith('https')),
    ['https://one.com/', 'https://two.com/', 'https://three.com/'],
  )
})

test('a site probe reads whom the first page names, and takes a parked or missing one for nobody’s', async () => {
  const siteProbe = openSiteProbe({ allowLoopback: true, totalMs: 2_000 })
  const site = await serve(
    pages({
      '/': '<title>Acme Widgets LLC</title><script type="application/ld+json">{"@type":"Organization","name":"Acme Widgets LLC"}</script>',
      '/parked': '<title>acme.com</title><p>This domain is for sale! Buy this domain. Related searches.</p>',
    }),
  )
  try {
    assert.ok((await siteProbe(site.url))?.names.some(({ name }) => name === 'Acme Widgets LLC'))
    assert.is(await siteProbe(`${site.url}/nothing`), null)
    assert.is(await siteProbe(`${site.url}/parked`), null)
    assert.is(await siteProbe('http://127.0.0.1:1/'), null)
    assert.is(await openSiteProbe({ allowLoopback: false })(site.url), null)
  } finally {
    await site.close()
  }
})

test.run()
