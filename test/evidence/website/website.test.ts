import { setDefaultCACertificates } from 'node:tls'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { guardedAgents, isPublicOrLoopback } from '../../../src/evidence/website/addresses.ts'
import type { WebsiteFinding } from '../../../src/evidence/website/finding.ts'
import { indicatorTypes } from '../../../src/evidence/website/finding.ts'
import { nameOnSite } from '../../../src/evidence/website/name-on-site.ts'
import { openWebsites } from '../../../src/evidence/website/website.ts'
import { inTime } from '../../eventually.ts'
import { filled } from '../../filled.ts'
import { acmePlumbing, acmeRegistration } from './acme-plumbing.ts'
import { authority, expired } from './certificates.ts'
import { openingFor, pages, serve, serveTls } from './local-server.ts'

const opening = openingFor(test)

const registry = () =>
  opening(
    serve((request, response) => {
      const isKnown = request.url === '/domain/acme-plumbing.test'
      response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/rdap+json' }).end(isKnown ? acmeRegistration : '{}')
    }),
  )

/** Every name under .test leads to this machine; every other is unknown. */
const agents = guardedAgents({
  permits: isPublicOrLoopback,
  resolve: async (name) => {
    if (name.endsWith('.test') || name === 'localhost') return ['127.0.0.1']
    throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
  },
})

const look = async (
  url: string,
  { rdapUrl = 'http://rdap.invalid', names = ['Acme Plumbing LLC'], crawlMs = 60_000, profileUrls = [] as readonly string[] } = {},
): Promise<WebsiteFinding> =>
  openWebsites({ rdapUrl, allowLoopback: true, agents, crawlMs, profilesMs: 10_000, now: () => new Date('2026-11-21T12:00:00Z') })({
    url,
    names,
    addresses: [],
    people: [],
    phone_numbers: [],
    email_addresses: [],
    profile_urls: profileUrls,
  })

test('a small company is found out from its site', async () => {
  const { url: rdapUrl } = await registry()
  const site = await opening(serve(pages(acmePlumbing)))
  const found = await look(`http://acme-plumbing.test:${site.port}`, { rdapUrl })

  assert.is(found.status, 'online')
  assert.is(found.http_status_code, 200)
  assert.is(found.title, 'Acme Plumbing | Albany NY plumbers')
  assert.is(found.description, 'Licensed plumbing and heating in Albany, New York.')
  assert.is(found.platform, 'WordPress')
  assert.is(found.parked, false)
  assert.equal(found.names.map(({ name }) => name).sort(), ['Acme Plumbing', 'Acme Plumbing LLC'])
  assert.equal(
    found.addresses.map(({ address }) => [address.city, address.state, address.postal_code]),
    found.addresses.map(() => ['Albany', 'NY', '12207']),
  )
  assert.ok(found.addresses.length > 0)
  assert.equal(found.phone_numbers.map(({ number, contact_type }) => [number, contact_type]).sort(), [
    ['+15185550142', null],
    ['+15185550199', 'fax'],
  ])
  assert.equal(found.email_addresses.map(({ email }) => email).sort(), ['billing@acme-plumbing.test', 'info@acme-plumbing.test'])
  assert.equal(
    found.people.map(({ name, titles }) => [name, ...titles]),
    [
      ['Maria Lopez', 'Owner and master plumber'],
      ['John Q. Smith', 'General Manager'],
    ],
  )
  assert.equal(found.pages.map(({ category }) => category).sort(), [
    'about',
    'blog',
    'blog',
    'contact',
    'home',
    'privacy',
    'services',
    'terms',
  ])
  assert.is(found.reviews_summary, '4.7 of 5 in 31 reviews.')
  assert.is(found.posts_summary, '2 dated posts, the latest of 2026-10-02.')
  assert.equal(found.domain, {
    domain: 'acme-plumbing.test',
    domain_id: 'D-ACME-1',
    creation_date: '1998-05-06T00:00:00.000Z',
    expiration_date: '2030-05-06T00:00:00.000Z',
    registrar: { organization: 'Example Registrar, LLC', name: 'Example Registrar, LLC', url: 'https://registrar.example/' },
    registrant: 'Acme Plumbing LLC',
    redirected: false,
    url_shortener: false,
    resolved_url: `http://acme-plumbing.test:${site.port}/`,
  })
  assert.ok(!site.requests.includes('/brochure.pdf'))
  assert.equal(
    found.sources.map(({ type }) => type),
    ['website', 'rdap'],
  )
})

test('its profiles are told apart from share buttons, in the spelling of each platform', async () => {
  const site = await opening(serve(pages(acmePlumbing)))
  const { profiles } = await look(`http://acme-plumbing.test:${site.port}`)
  assert.equal(profiles.map(({ type, url }) => `${type} ${url}`).sort(), [
    'facebook https://www.facebook.com/acmeplumbing',
    'instagram https://www.instagram.com/acmeplumbing/',
    'x https://x.com/acmeplumbing',
    'yelp https://www.yelp.com/biz/acme-plumbing-albany',
  ])
  assert.ok(filled(profiles).every(({ submitted, status, error }) => !submitted && status === 'offline' && error !== null))
  assert.equal(profiles.find(({ type }) => type === 'x')?.metadata, { handle: 'acmeplumbing' })
})

test('every indicator is rated, with a value, an explanation and examples that name a page', async () => {
  const { url: rdapUrl } = await registry()
  const site = await opening(serve(pages(acmePlumbing)))
  const { indicators, quality_rating } = await look(`http://acme-plumbing.test:${site.port}`, { rdapUrl })
  assert.equal(indicators.map(({ type }) => type).sort(), [...indicatorTypes].sort())
  for (const { type, value, description, explanation } of filled(indicators)) assert.ok(value && description && explanation, type)
  assert.ok(filled(indicators.flatMap(({ examples }) => examples)).every(({ url }) => URL.canParse(url)))
  const ratings = Object.fromEntries(indicators.map(({ type, rating }) => [type, rating]))
  assert.equal(ratings, {
    domain_age: 'positive',
    top_level_domain: 'neutral',
    content_diversity: 'positive',
    contact_info: 'positive',
    compliance_info: 'positive',
    page_count: 'positive',
    broken_links: 'positive',
    domain_consistency: 'positive',
    update_frequency: 'neutral',
    filler_text: 'positive',
    image_quality: 'positive',
    last_updated: 'positive',
    third_party_profile_links: 'positive',
    us_business_presence: 'positive',
    spelling_and_grammar: 'positive',
    https: 'negative',
    domain_ownership: 'positive',
  })
  assert.is(quality_rating, 'high')
})

test('a domain that another holds is told with the name of its holder', async () => {
  const { url: rdapUrl } = await registry()
  const { port } = await opening(serve(pages(acmePlumbing)))
  const { indicators } = await look(`http://acme-plumbing.test:${port}`, { rdapUrl, names: ['Globex Plumbing Supplies LLC'] })
  const ownership = indicators.find(({ type }) => type === 'domain_ownership')
  assert.equal([ownership?.rating, ownership?.value], ['negative', 'Owned by another'])
  assert.match(JSON.stringify(ownership), /Acme Plumbing LLC as holder of acme-plumbing\.test/)
})

test('a careless site is rated low', async () => {
  const { port } = await opening(
    serve(
      pages({
        '/': '<title>Home</title><img src=a><img src=b><p>Lorem ipsum dolor sit amet. We recieve the the best accomodation.</p><a href="/gone">x</a><a href="/gone2">y</a><a href="/gone3">z</a>',
      }),
    ),
  )
  const { indicators, quality_rating } = await look(`http://careless.test:${port}/`)
  const values = Object.fromEntries(indicators.map(({ type, rating }) => [type, rating]))
  for (const type of ['filler_text', 'broken_links', 'contact_info', 'compliance_info', 'image_quality', 'us_business_presence'])
    assert.is(values[type], 'negative', type)
  assert.is(indicators.find(({ type }) => type === 'spelling_and_grammar')?.value, '3 mistakes')
  assert.match(indicators.find(({ type }) => type === 'filler_text')?.examples[0]?.excerpt ?? '', /Lorem ipsum/)
  assert.is(quality_rating, 'low')
})

test('a site without end is read for twenty pages', async () => {
  const endless = await opening(
    serve((request, response) => {
      const links = Array.from({ length: 30 }, (_, index) => `<a href="${request.url === '/' ? '' : request.url}/${index}">${index}</a>`)
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<title>${request.url}</title>${links.join('')}`)
    }),
  )
  const { pages: read } = await look(`http://endless.test:${endless.port}/`)
  assert.is(read.length, 20)
  assert.ok(endless.requests.length <= 25, String(endless.requests.length))
})

test('a calendar that differs in its query alone does not use up the pages', async () => {
  const { port, requests } = await opening(
    serve((request, response) => {
      const month = Number(new URL(request.url ?? '/', 'http://x').searchParams.get('m') ?? 0)
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(
          `<title>Calendar</title><a href="/cal?m=${month + 1}">next</a><a href="/cal?m=${month + 2}">next</a><a href="/about?utm_source=x">a</a><a href="/about">a</a>`,
        )
    }),
  )
  await look(`http://calendar.test:${port}/`)
  assert.is(requests.filter((path) => path.startsWith('/cal')).length, 3)
  assert.is(requests.filter((path) => path.startsWith('/about')).length, 1)
})

test('breadth comes before depth, and other sites are left alone', async () => {
  const other = await opening(serve(pages({ '/': 'other' })))
  const { port, requests } = await opening(
    serve((request, response) => {
      const links: { readonly [path: string]: string } = {
        '/': `<a href="/a">a</a><a href="/b">b</a><a href="http://other.test:${other.port}/">o</a>`,
        '/a': '<a href="/a/1">1</a>',
      }
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>x</p>${links[request.url ?? ''] ?? ''}`)
    }),
  )
  await look(`http://broad.test:${port}/`)
  const order = requests.filter((path) => path !== '/robots.txt')
  assert.ok(order.indexOf('/b') < order.indexOf('/a/1'))
  assert.equal(other.requests, [])
})

test('robots.txt is kept to beyond the page that was given', async () => {
  const { port, requests } = await opening(
    serve((request, response) => {
      if (request.url === '/robots.txt')
        response
          .writeHead(200, { 'content-type': 'text/plain' })
          .end('User-agent: *\nDisallow: /\n\nUser-agent: Probity\nDisallow: /private\nAllow: /private/open\n')
      else
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end('<p>x</p><a href="/private/a">a</a><a href="/private/open">b</a><a href="/public">c</a>')
    }),
  )
  const { indicators } = await look(`http://robots.test:${port}/`)
  assert.equal(requests.filter((path) => !['/robots.txt', '/sitemap.xml'].includes(path)).sort(), ['/', '/private/open', '/public'])
  assert.match(indicators.find(({ type }) => type === 'page_count')?.explanation ?? '', '; 1 link was left alone as robots.txt asks.')
})

test('pages of every kind of server are read, and files are not', async () => {
  const paths = ['/about.jsp', '/team.cssx', '/shop.php', '/price.pdf', '/logo.PNG', '/site.css']
  const site = await opening(serve(pages({ '/': paths.map((path) => `<a href="${path}">x</a>`).join('') })))
  await look(site.url)
  assert.equal(site.requests.filter((path) => paths.includes(path)).sort(), ['/about.jsp', '/shop.php', '/team.cssx'])
})

test('each host of a site is read by its own robots.txt, of four hosts at most, and where nothing answers a link is broken', async () => {
  const asked: string[] = []
  const { port } = await opening(
    serve((request, response) => {
      const [host = ''] = (request.headers.host ?? '').split(':')
      asked.push(`${host}${request.url}`)
      if (request.url === '/robots.txt')
        return response
          .writeHead(200, { 'content-type': 'text/plain' })
          .end(`User-agent: *\nDisallow: /${host === 'shop.hosts.test' ? 'till' : 'office'}\n`)
      const links = ['shop', 'blog', 'x', 'y'].flatMap((each) => ['till', 'office'].map((path) => `${each}.hosts.test:${port}/${path}`))
      const all = [...links.slice(0, 4), 'closed.hosts.test:1/', ...links.slice(4)]
      return response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<p>x</p>${all.map((at) => `<a href="http://${at}">a</a>`).join('')}`)
    }),
  )
  const { indicators } = await look(`http://hosts.test:${port}/`)
  const read = asked.filter((path) => /till|office/.test(path)).sort()
  assert.equal(read, ['blog.hosts.test/till', 'shop.hosts.test/office'])
  assert.match(indicators.find(({ type }) => type === 'page_count')?.explanation ?? '', '; 2 links were left alone')
  assert.is(indicators.find(({ type }) => type === 'broken_links')?.explanation, '1 link leads nowhere.')
})

const linkless = { '/': '<title>Acme Plumbing</title>', '/about': '<title>About Acme</title>', '/prices': '<title>Prices</title>' }
const sitemap = (...paths: readonly string[]) =>
  `<?xml version="1.0"?><urlset>${paths.map((path) => `<url><loc>${path}</loc></url>`).join('')}</urlset>`

test('pages that no link leads to are found in the sitemap, within the limit and on the site alone', async () => {
  const site = await opening(
    serve((request, response) => {
      const origin = `http://${request.headers.host}`
      const many = Array.from({ length: 30 }, (_, index) => `${origin}/page-${index}`)
      const files: { readonly [path: string]: string } = {
        '/robots.txt': `User-agent: *\nDisallow: /page-0\nSitemap: ${origin}/index.xml`,
        '/index.xml': `<sitemapindex><sitemap><loc>${origin}/pages.xml</loc></sitemap></sitemapindex>`,
        '/pages.xml': sitemap(`${origin}/about`, 'http://elsewhere.test/', 'no address', ...many),
      }
      const file = files[request.url ?? '']
      if (file !== undefined)
        return response.writeHead(200, { 'content-type': request.url === '/robots.txt' ? 'text/plain' : 'text/xml' }).end(file)
      pages({ ...linkless, ...Object.fromEntries(many.map((url) => [new URL(url).pathname, '<title>Page</title>'])) })(request, response)
    }),
  )
  const found = await look(site.url)
  assert.is(found.pages.length, 20)
  assert.ok(found.pages.some(({ url }) => url.endsWith('/about')))
  assert.not.ok(site.requests.includes('/page-0'), 'robots.txt holds for what the sitemap lists')
})

test('a sitemap where sites usually keep it is read, and one that is a page or broken is no harm', async () => {
  let answer = ''
  const site = await opening(
    serve((request, response) => {
      if (request.url === '/sitemap.xml') return response.writeHead(200, { 'content-type': 'application/xml' }).end(answer)
      pages(linkless)(request, response)
    }),
  )
  answer = sitemap(`${site.url}/prices`)
  assert.is((await look(site.url)).pages.length, 2)
  answer = '<html><title>Not found</title>'
  assert.is((await look(site.url)).pages.length, 1)
  answer = `<urlset><url><loc>${site.url}/about</loc><url><loc`
  assert.ok((await look(site.url)).pages.length >= 1)
})

test('a site that hangs after its first page ends within its time', async () => {
  const { port } = await opening(
    serve((request, response) => {
      if (request.url === '/')
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end('<title>Acme</title><a href="/1">1</a><a href="/2">2</a><a href="/3">3</a><a href="/4">4</a>')
      else if (request.url === '/robots.txt') response.writeHead(404).end()
    }),
  )
  const found = await inTime('the look ends', look(`http://hanging.test:${port}/`, { crawlMs: 3_000 }))
  assert.is(found.status, 'online')
  assert.is(found.pages.length, 1)
})

test('what is wrong with a site that cannot be read is told', async () => {
  const cases: [string, string, RegExp][] = [
    ['https://no-such-name.example/', 'offline', /does not resolve/],
    ['http://169.254.169.254/latest/', 'unknown', /not public/],
    ['http://10.0.0.1/', 'unknown', /not public/],
  ]
  for (const [url, status, error] of cases) {
    const found = await look(url)
    assert.is(found.status, status, url)
    assert.match(found.error ?? '', error)
    assert.is(found.parked, null)
    assert.is(found.quality_rating, 'not_available')
  }
  for (const [code, status] of [
    [500, 'offline'],
    [404, 'offline'],
    [403, 'unknown'],
    [429, 'unknown'],
  ] as const) {
    const { port } = await opening(serve((_, response) => response.writeHead(code, { 'content-type': 'text/html' }).end('no')))
    const found = await look(`http://faulty.test:${port}/`)
    assert.is(found.status, status, String(code))
    assert.is(found.http_status_code, code)
    assert.match(found.error ?? '', new RegExp(`answers ${code}`))
  }
})

test('a parked domain is known by its words, and a real site that speaks of parking is not one', async () => {
  const cases: [boolean, string][] = [
    [true, '<title>acme.test is for sale</title><h1>acme.test is for sale!</h1>'],
    [true, '<p>This domain is parked free, courtesy of GoDaddy.com</p>'],
    [true, '<title>Welcome to nginx!</title><h1>Welcome to nginx!</h1>'],
    [true, '<p>Buy this domain</p><script src="https://www.parkingcrew.net/x.js"></script>'],
    [true, '<h1>Coming soon</h1>'],
    [
      false,
      `<p>We run parking lots. This domain is parked on good soil. ${'Parking garages for every city and every need. '.repeat(100)}</p>`,
    ],
    [false, '<h1>City Parking Garages</h1><p>Park your car with us from six dollars a day, in three places downtown.</p>'],
  ]
  for (const [parked, body] of cases) {
    const { port } = await opening(serve(pages({ '/': body })))
    assert.is((await look(`http://acme.test:${port}/`)).parked, parked, body.slice(0, 60))
  }
})

test('an address that leads to another domain is told', async () => {
  const target = await opening(serve(pages({ '/': '<title>Elsewhere</title>' })))
  const { port } = await opening(
    serve((_, response) => response.writeHead(301, { location: `http://elsewhere.test:${target.port}/` }).end()),
  )
  const { domain, indicators } = await look(`http://acme.test:${port}/`)
  assert.is(domain?.domain, 'acme.test')
  assert.is(domain?.redirected, true)
  assert.is(domain?.resolved_url, `http://elsewhere.test:${target.port}/`)
  assert.is(indicators.find(({ type }) => type === 'domain_consistency')?.rating, 'negative')
})

test('HTML made to keep a parser busy is read in no time', async () => {
  const bombs = [
    '<div>'.repeat(300_000),
    `${'<div>'.repeat(100_000)}${'</x>'.repeat(100_000)}`,
    '<b><p>'.repeat(200_000),
    Array.from({ length: 60_000 }, (_, index) => `<i id=${index}><p>`).join(''),
    `<a title="${'<div'.repeat(300_000)}">x</a>`,
    '<'.repeat(1_000_000),
    `<table>${'<tr><td>'.repeat(100_000)}`,
    `<script type="application/ld+json">${'['.repeat(500_000)}</script>`,
    `<p>${'a@'.repeat(400_000)}</p>`,
    `<p>${'1 '.repeat(400_000)}NY 12345</p>`,
    `<p>${'+1 '.repeat(300_000)}</p>`,
    `© ${'Inc '.repeat(300_000)}`,
    '<!--'.repeat(300_000),
    '<p>Jane Doe, CEO</p>'.repeat(50_000),
    '<h3>Jane Doe</h3><p>Owner</p>'.repeat(30_000),
    '<meta property="og:x" content="y">'.repeat(30_000),
    '5185550142 '.repeat(90_000),
    '<a href="mailto:a@b.co">x</a>'.repeat(30_000),
  ]
  for (const bomb of bombs) {
    const { port } = await opening(serve(pages({ '/': `<title>Bomb</title>${bomb}` })))
    const found = await look(`http://bomb.test:${port}/`)
    assert.is(found.title, 'Bomb', bomb.slice(0, 12))
  }
})

test('broken HTML gives what can be read of it', async () => {
  const { port } = await opening(
    serve(
      pages({
        '/': '<title>Acme &amp; Sons<body><p>Call (518) 555-0142<div><a href="/about">About</p></table><img src=x <b>12 State St, Albany, NY 12207',
      }),
    ),
  )
  const found = await look(`http://broken.test:${port}/`)
  assert.match(found.title ?? '', /^Acme & Sons/)
})

test('no half of a character reaches the finding, cut or sent', async () => {
  const long = `${'a'.repeat(499)}\u{1F600}`
  const { port } = await opening(
    serve(
      pages({
        '/': `<title>${long}</title><p>x\0y</p><script type="application/ld+json">{"@type":"Organization","name":"Ac\\ud800me\\u0000"}</script>`,
      }),
    ),
  )
  const found = await look(`http://acme.test:${port}/`)
  assert.is(found.title?.length, 500)
  assert.ok(JSON.stringify(found).isWellFormed())
  assert.equal(
    found.names.map(({ name }) => name),
    ['Ac\ufffdme'],
  )
  assert.not.match(JSON.stringify(found), /\\ud[89a-f]|\\u0000/i)
})

test('a submitted address that is a profile is a submitted profile', async () => {
  const found = await look('https://www.facebook.com/AcmePlumbing/?locale=en')
  assert.equal(
    found.profiles.map(({ type, url, submitted }) => ({ type, url, submitted })),
    [{ type: 'facebook', url: 'https://www.facebook.com/AcmePlumbing', submitted: true }],
  )
})

test('profiles that were submitted beside the website are looked at with those it links to, each once', async () => {
  const { port } = await opening(serve(pages({ '/': '<a href="https://x.com/acme">x</a><a href="https://www.tiktok.com/@acme">t</a>' })))
  const { profiles } = await look(`http://acme.test:${port}/`, {
    profileUrls: ['https://twitter.com/acme', 'https://www.bbb.org/us/ny/albany/profile/plumber/acme-0041-123'],
  })
  assert.equal(
    profiles.map(({ type, submitted }) => [type, submitted]),
    [
      ['x', true],
      ['bbb', true],
      ['tiktok', false],
    ],
  )
  assert.equal(profiles.find(({ type }) => type === 'bbb')?.metadata, { external_id: '123' })
})

test('a site with an expired certificate is read, and the certificate told', async () => {
  setDefaultCACertificates([authority])
  const { port } = await opening(serveTls(pages({ '/': '<title>Acme</title>' }), expired))
  const found = await look(`https://127.0.0.1:${port}/`)
  assert.is(found.status, 'online')
  assert.is(found.title, 'Acme')
  assert.match(found.error ?? '', /certificate .* has expired/)
  assert.is(found.indicators.find(({ type }) => type === 'https')?.value, 'Invalid certificate')
})

test('the name of the business is found in names, titles and text, and not where it is not', () => {
  const site = {
    names: [{ name: 'Acme Plumbing & Heating, Inc.', found_on: 'x' }],
    title: 'Welcome | Lopez Brothers',
    text: 'Since 1998 Rivera Sons Roofing has served Albany.',
  }
  assert.is(nameOnSite(['Acme Plumbing and Heating'], site)?.name, 'Acme Plumbing & Heating, Inc.')
  assert.is(nameOnSite(['Lopez Brothers LLC'], site)?.name, 'Lopez Brothers')
  assert.is(nameOnSite(['Rivera Sons Roofing LLC'], site)?.explanation, 'mentioned in the text')
  assert.is(nameOnSite(['Globex Corporation', ''], site), null)
})

test('whoever aborts it ends it', async () => {
  const { port } = await opening(serve(() => undefined))
  const ending = new AbortController()
  const looking = openWebsites({ rdapUrl: 'http://rdap.invalid', allowLoopback: true, agents })(
    { url: `http://silent.test:${port}/`, names: [], addresses: [], people: [], phone_numbers: [], email_addresses: [], profile_urls: [] },
    ending.signal,
  )
  ending.abort(new Error('stopping'))
  await looking.then(
    () => assert.unreachable(),
    (error: Error) => assert.is(error.message, 'stopping'),
  )
})

test.run()
