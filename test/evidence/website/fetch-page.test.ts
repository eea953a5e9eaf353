import { setDefaultCACertificates } from 'node:tls'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { guardedAgents, isPublicAddress, isPublicOrLoopback, type Permits } from '../../../src/evidence/website/addresses.ts'
import { type FetchedPage, type FetchOptions, fetchPage } from '../../../src/evidence/website/fetch-page.ts'
import { filled } from '../../filled.ts'
import { authority, expired, valid } from './certificates.ts'
import { openingFor, serve, serveRaw, serveTls } from './local-server.ts'

const opening = openingFor(test)

const options = (more: Partial<FetchOptions> = {}, permits: Permits = isPublicOrLoopback): FetchOptions => ({
  agents: guardedAgents({ permits }),
  userAgent: 'test',
  anyPort: true,
  totalMs: 3_000,
  idleMs: 1_000,
  ...more,
})

const page = async (url: string, more: Partial<FetchOptions> = {}): Promise<FetchedPage> => {
  const fetched = await fetchPage(url, options(more))
  if (fetched.outcome === 'failed') throw new Error(fetched.message)
  return fetched
}

const reason = async (url: string, chosen: FetchOptions = options()): Promise<string> => {
  const fetched = await fetchPage(url, chosen)
  return fetched.outcome === 'failed' ? fetched.reason : `answered ${fetched.status}`
}

test('only public addresses count as public', () => {
  const refused =
    '10.0.0.1 172.16.3.4 192.168.1.1 127.0.0.1 127.8.8.8 0.0.0.0 169.254.169.254 100.64.0.1 224.0.0.1 240.0.0.1 255.255.255.255 192.0.2.1 198.18.0.1 192.0.0.8 168.63.129.16 ' +
    '::1 :: fe80::1 fec0::1 fd00:ec2::254 ff02::1 ::ffff:127.0.0.1 ::ffff:169.254.169.254 ::ffff:a00:1 ::127.0.0.1 64:ff9b::7f00:1 64:ff9b::a9fe:a9fe 64:ff9b:1::1 ' +
    '2002:7f00:1:: 2001::1 2001:db8::1 100::1 fe80::1%eth0 [::1] 0177.0.0.1 2130706433 localhost example.com'
  for (const address of filled(refused.split(' '))) assert.is(isPublicAddress(address), false, address)
  for (const address of ['8.8.8.8', '93.184.215.14', '2606:4700::1111', '::ffff:8.8.8.8', '64:ff9b::808:808', '[2606:4700::1]'])
    assert.is(isPublicAddress(address), true, address)
})

test('loopback is opened by its setting, and nothing else with it', () => {
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) assert.is(isPublicOrLoopback(address), true, address)
  for (const address of ['10.0.0.1', '169.254.169.254', '0.0.0.0', 'fd00::1', '::ffff:10.0.0.1'])
    assert.is(isPublicOrLoopback(address), false, address)
})

test('a page is read with its status, its headers and its redirects', async () => {
  const { url } = await opening(
    serve((request, response) => {
      if (request.url === '/') response.writeHead(301, { location: '/home' }).end()
      else response.writeHead(200, { 'content-type': 'text/html', 'x-powered-by': 'a shop' }).end('<title>Home</title>')
    }),
  )
  const fetched = await page(`${url}/`)
  assert.is(fetched.status, 200)
  assert.is(fetched.url, `${url}/home`)
  assert.equal(fetched.redirects, [`${url}/`])
  assert.is(fetched.headers['x-powered-by'], 'a shop')
  assert.is(fetched.text, '<title>Home</title>')
  assert.is(fetched.cut, null)
})

test('a refusal tells no address that a name leads to', async () => {
  const { url } = await opening(serve((_, response) => response.end('secret')))
  const fetched = await fetchPage(url.replace('127.0.0.1', 'localhost'), options({}, isPublicAddress))
  assert.ok(fetched.outcome === 'failed')
  assert.match(fetched.message, /^localhost:\d+ leads to an address that is not public$/)
})

test('an address that is not public is refused, written in any way', async () => {
  const { port, requests } = await opening(serve((_, response) => response.end('secret')))
  const strict = options({}, isPublicAddress)
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433', '0x7f.1', '0177.0.0.1', '127.1', '[::ffff:127.0.0.1]', '0.0.0.0'])
    assert.is(await reason(`http://${host}:${port}/`, strict), 'address_refused', host)
  assert.is(await reason('http://169.254.169.254/latest/meta-data/', strict), 'address_refused')
  assert.is(await reason('http://[fd00:ec2::254]/', strict), 'address_refused')
  assert.equal(requests, [])
})

test('a redirect to the metadata address, to loopback or to another scheme is refused', async () => {
  const inner = await opening(serve((_, response) => response.end('secret')))
  for (const [location, expected] of [
    ['http://169.254.169.254/latest/meta-data/', 'address_refused'],
    ['http://10.0.0.1/', 'address_refused'],
    [`${inner.url}/`, 'address_refused'],
    ['file:///etc/passwd', 'wrong_address'],
    ['ftp://example.com/', 'wrong_address'],
    ['javascript:alert(1)', 'wrong_address'],
    ['http://', 'wrong_address'],
  ] as const) {
    const outer = await opening(serve((_, response) => response.writeHead(302, { location }).end(), { host: '127.0.0.2' }))
    const onlyOuter = options({}, (address) => address === '127.0.0.2')
    assert.is(await reason(outer.url, onlyOuter), expected, location)
  }
  assert.equal(inner.requests, [])
})

test('a name whose answer changes to a private address is connected to at the address that was checked, or not at all', async () => {
  const outer = await opening(serve((_, response) => response.end('outer'), { host: '127.0.0.2' }))
  let asked = 0
  const answers = [['127.0.0.2'], ['127.0.0.1'], ['169.254.169.254', '127.0.0.2'], ['10.0.0.1', '169.254.169.254'], []]
  const agents = guardedAgents({
    permits: (address) => address === '127.0.0.2',
    resolve: async () => answers[asked++] ?? [],
  })
  const outcomes: string[] = []
  for (const _ of answers) outcomes.push(await reason(`http://rebinding.test:${outer.port}/`, options({ agents })))
  assert.equal(outcomes, ['answered 200', 'address_refused', 'answered 200', 'address_refused', 'address_refused'])
  assert.is(asked, answers.length)
})

test('name servers that never answer, and names that resolve to nothing, are given up in time', async () => {
  const never = guardedAgents({ permits: isPublicAddress, resolve: () => new Promise<never>(() => undefined) })
  assert.is(await reason('http://silent-name.test/', options({ agents: never, totalMs: 200 })), 'too_slow')
  const { port } = await opening(serve((_, response) => response.end('here')))
  for (const host of ['localhost', 'sub.localhost']) assert.is(await reason(`http://${host}:${port}/`), 'answered 200', host)
})

test('a port on which no website is served is refused', async () => {
  assert.is(await reason('http://example.com:22/', options({ anyPort: false })), 'address_refused')
})

test('redirects come to an end, in a circle as in a chain', async () => {
  const circle = await opening(
    serve((request, response) => response.writeHead(302, { location: request.url === '/a' ? '/b' : '/a' }).end()),
  )
  assert.is(await reason(`${circle.url}/a`), 'redirects')
  let count = 0
  const chain = await opening(serve((_, response) => response.writeHead(302, { location: `/${++count}` }).end()))
  assert.is(await reason(chain.url), 'redirects')
  assert.is(chain.requests.length, 6)
})

test('a server that never answers, and one that trickles for ever, are given up in time', async () => {
  const silent = await opening(serve(() => undefined))
  assert.is(await reason(silent.url, options({ idleMs: 100 })), 'too_slow')
  const trickling = await opening(
    serve((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      const timer = setInterval(() => response.write('<p>and so on '), 20)
      response.on('close', () => clearInterval(timer))
    }),
  )
  const cut = await page(trickling.url, { totalMs: 1_500 })
  assert.is(cut.cut, 'it did not end in time')
  assert.match(cut.text, /and so on/)
})

test('headers that trickle for ever are given up in time', async () => {
  const { url } = await opening(
    serveRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const timer = setInterval(() => socket.write('x-more: 1\r\n'), 20)
      socket.on('close', () => clearInterval(timer))
    }),
  )
  assert.is(await reason(url, options({ totalMs: 300 })), 'too_slow')
})

test('of a page of a gigabyte only the beginning is read', async () => {
  let sent = 0
  const chunk = Buffer.alloc(65_536, 'a')
  const { url } = await opening(
    serve((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': 1_000_000_000 })
      const more = () => {
        while (!response.destroyed && response.write(chunk)) sent += chunk.length
      }
      response.on('drain', more)
      more()
    }),
  )
  const cut = await page(url, { maxBytes: 100_000 })
  assert.is(cut.text.length, 100_000)
  assert.match(cut.cut ?? '', /larger than 100000 bytes/)
  assert.ok(sent < 50_000_000, `${sent} bytes were sent`)
})

test('a small answer that unpacks to a huge one is cut at the limit', async () => {
  const bomb = Buffer.alloc(60_000_000)
  const packed = { gzip: gzipSync(bomb), br: brotliCompressSync(Buffer.alloc(60_000_000)), deflate: deflateSync(bomb) }
  for (const [encoding, bytes] of Object.entries(packed)) {
    const { url } = await opening(
      serve((_, response) => response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': encoding }).end(bytes)),
    )
    const before = process.memoryUsage().rss
    const cut = await page(url, { maxBytes: 100_000 })
    assert.is(cut.text.length, 100_000, encoding)
    assert.match(cut.cut ?? '', /larger/)
    assert.ok(process.memoryUsage().rss - before < 40_000_000, encoding)
  }
})

test('packed pages are unpacked, and what is packed wrongly is told', async () => {
  const text = 'Grüße '.repeat(1000)
  for (const [encoding, bytes] of [
    ['gzip', gzipSync(text)],
    ['br', brotliCompressSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['identity', Buffer.from(text)],
  ] as const) {
    const { url } = await opening(
      serve((_, response) => response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': encoding }).end(bytes)),
    )
    const fetched = await page(url)
    assert.is(fetched.text, text, encoding)
    assert.is(fetched.cut, null)
  }
  for (const [encoding, expected] of [
    ['gzip', /packed wrongly/],
    ['rot13', /unknown way/],
    ['gzip, gzip', /unknown way/],
  ] as const) {
    const { url } = await opening(
      serve((_, response) =>
        response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': encoding }).end('not packed at all'),
      ),
    )
    assert.match((await page(url)).cut ?? '', expected)
  }
})

test('an answer that is shorter or longer than it says is read as far as it goes', async () => {
  const shorter = await opening(
    serveRaw((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 1000\r\n\r\n<title>Short</title>')),
  )
  const short = await page(shorter.url)
  assert.is(short.text, '<title>Short</title>')
  assert.match(short.cut ?? '', /broke off/)
  const longer = await opening(
    serveRaw((socket) =>
      socket.end('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 20\r\n\r\n<title>Short</title> and more than that'),
    ),
  )
  assert.is((await page(longer.url)).text, '<title>Short</title>')
})

test('an answer that is no HTTP, or whose headers are huge, is malformed', async () => {
  const nonsense = await opening(serveRaw((socket) => socket.end('220 mail.example ESMTP\r\n')))
  assert.is(await reason(nonsense.url), 'malformed')
  const huge = await opening(serveRaw((socket) => socket.end(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(100_000)}\r\n\r\n`)))
  assert.is(await reason(huge.url), 'malformed')
  const changing = await opening(
    serveRaw((socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n')),
  )
  assert.is(await reason(changing.url), 'malformed')
  const closed = await opening(serveRaw((socket) => socket.destroy()))
  assert.is(await reason(closed.url), 'unreachable')
})

test('nobody at the address, and no such name, are told apart', async () => {
  const server = await serve((_, response) => response.end())
  await server.close()
  assert.is(await reason(server.url), 'refused')
  const agents = guardedAgents({
    permits: isPublicAddress,
    resolve: () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })),
  })
  assert.is(await reason('https://no-such-name.example/', options({ agents })), 'name_unknown')
  assert.is(await reason('mailto:somebody@example.com'), 'wrong_address')
})

test('only content of the kinds asked for is read', async () => {
  const { url } = await opening(serve((_, response) => response.writeHead(200, { 'content-type': 'video/mp4' }).end('film')))
  const fetched = await page(url)
  assert.is(fetched.text, '')
  assert.match(fetched.cut ?? '', /video\/mp4/)
})

test('letters survive whatever the page says about its charset', async () => {
  const latin = Buffer.from('Caf\xe9 M\xfcller', 'latin1')
  const cases: [string, Buffer, string][] = [
    ['text/html; charset=utf-8', Buffer.from('Café Müller'), 'Café Müller'],
    ['text/html', Buffer.from('Café Müller'), 'Café Müller'],
    ['text/html; charset=iso-8859-1', Buffer.from('Café Müller'), 'Café Müller'],
    ['text/html; charset=utf-8', latin, 'Café Müller'],
    ['text/html', latin, 'Café Müller'],
    ['text/html; charset=no-such-thing', Buffer.from('Café Müller'), 'Café Müller'],
    [
      'text/html',
      Buffer.concat([Buffer.from('<meta charset="windows-1251">'), Buffer.from([0xcf, 0xf0, 0xe8])]),
      '<meta charset="windows-1251">При',
    ],
    ['text/html; charset=shift_jis', Buffer.from([0x93, 0xfa, 0x96, 0x7b]), '日本'],
    ['text/html', Buffer.from('\ufeffCafé', 'utf16le'), 'Café'],
    ['text/html', Buffer.from('\ufeffCafé'), 'Café'],
  ]
  for (const [type, bytes, expected] of cases) {
    const { url } = await opening(serve((_, response) => response.writeHead(200, { 'content-type': type }).end(bytes)))
    assert.is((await page(url)).text, expected, type)
  }
})

test('an expired certificate is a failure where a valid one is required, and a finding where it is to be reported', async () => {
  setDefaultCACertificates([authority])
  const hello: Parameters<typeof serveTls>[0] = (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('hello')
  const good = await opening(serveTls(hello, valid))
  assert.is((await page(good.url, { certificate: 'reported' })).certificateProblem, null)
  assert.is((await page(good.url)).text, 'hello')
  const old = await opening(serveTls(hello, expired))
  assert.is(await reason(old.url), 'certificate')
  const reported = await page(old.url, { certificate: 'reported' })
  assert.is(reported.text, 'hello')
  assert.match(reported.certificateProblem ?? '', /expired on .*2021/)
  const plain = await opening(serve((_, response) => response.end('plain')))
  assert.is(await reason(plain.url.replace('http:', 'https:')), 'tls')
})

test('the caller may end it, and that alone throws', async () => {
  const { url } = await opening(serve(() => undefined))
  const ending = new AbortController()
  const fetching = fetchPage(url, options({ signal: ending.signal }))
  ending.abort(new Error('stopping'))
  await fetching.then(
    () => assert.unreachable(),
    (error: Error) => assert.is(error.message, 'stopping'),
  )
})

test.run()
