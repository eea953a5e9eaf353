import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { FetchFailed, type FetchOptions, fetchAndImport } from '../../../src/evidence/reference/fetch.ts'
import { readCurrent } from '../../../src/evidence/reference/folder.ts'
import { ImportFailed } from '../../../src/evidence/reference/import.ts'
import type { ZipCentroid } from '../../../src/evidence/reference/records.ts'
import { eventually } from '../../eventually.ts'
import { damage, inPlace, type Place, recordsOf, rejectionOf, zipFile } from './published-files.ts'

type Answer = (request: IncomingMessage, response: ServerResponse, attempt: number) => void

/** An agency's server: an answer per path, and what it was asked. */
type Agency = { readonly url: (path: string) => string; readonly asked: readonly IncomingMessage[]; close(): Promise<void> }

async function agency(answers: Readonly<Record<string, Answer>>): Promise<Agency> {
  const asked: IncomingMessage[] = []
  const server: Server = createServer((request, response) => {
    asked.push(request)
    const attempt = asked.filter(({ url }) => url === request.url).length
    const answer = answers[request.url ?? '']
    if (answer) answer(request, response, attempt)
    else response.writeHead(404).end('no such file')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: (path) => `http://127.0.0.1:${port}${path}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

const published = (content: string, headers: Readonly<Record<string, string>> = {}): Answer => {
  return (request, response) => {
    const same = headers.etag !== undefined && request.headers['if-none-match'] === headers.etag
    if (same) response.writeHead(304).end()
    else response.writeHead(200, { 'content-length': String(Buffer.byteLength(content)), ...headers }).end(content)
  }
}

/** Runs a test against a server, in a place of its own. */
const against = (answers: Readonly<Record<string, Answer>>, work: (place: Place, server: Agency) => Promise<void>) =>
  inPlace(async (place) => {
    const server = await agency(answers)
    try {
      await work(place, server)
    } finally {
      await server.close()
    }
  })

const fetchZips = (place: Place, urls: readonly string[], options: Partial<FetchOptions> = {}) =>
  fetchAndImport({ folder: place.folder, kind: 'census_zcta', urls, pauseMs: 1, idleMs: 5_000, ...options })

const zipsIn = (place: Place) => recordsOf<ZipCentroid>(place, 'census_zcta').map(({ zip }) => zip)
const leftBehind = (place: Place) => readdirSync(place.folder).filter((name) => name.startsWith('.fetching'))

test(
  'files are fetched, imported and dated as the server dates them; unchanged ones are not fetched again',
  against(
    {
      '/a.txt': published(zipFile('00601'), { etag: '"a1"', 'last-modified': 'Tue, 06 Aug 2024 10:00:00 GMT' }),
      '/b.txt': published(zipFile('00602'), { etag: '"b1"', 'last-modified': 'Mon, 05 Aug 2024 10:00:00 GMT' }),
    },
    async (place, server) => {
      const urls = [server.url('/a.txt'), server.url('/b.txt')]
      const seen: number[] = []
      const first = await fetchZips(place, urls, { onDownload: ({ bytes, ofBytes }) => seen.push(bytes / (ofBytes ?? Number.NaN)) })
      assert.equal([first.outcome, first.report?.version], ['imported', '2024-08-06'])
      assert.equal(zipsIn(place), ['00601', '00602'])
      assert.is(seen.at(-1), 1)
      const second = await fetchZips(place, urls)
      assert.equal([second.outcome, second.report], ['unchanged', null])
      assert.equal(
        server.asked.slice(2).map(({ headers }) => headers['if-none-match']),
        ['"a1"', '"b1"'],
      )
      assert.is(server.asked[2]?.headers['if-modified-since'], 'Tue, 06 Aug 2024 10:00:00 GMT')
      assert.equal(leftBehind(place), [])
    },
  ),
)

const unitedNations = `<CONSOLIDATED_LIST dateGenerated="2024-07-30T23:00:02Z"><ENTITIES><ENTITY>
  <FIRST_NAME>ZENDA WORKS</FIRST_NAME><REFERENCE_NUMBER>RUe.001</REFERENCE_NUMBER></ENTITY></ENTITIES></CONSOLIDATED_LIST>`

test(
  'a list that tells its own date has that date, whatever the server says',
  against({ '/list.xml': published(unitedNations, { 'last-modified': 'Tue, 06 Aug 2024 10:00:00 GMT' }) }, async (place, server) => {
    const { report } = await fetchAndImport({ folder: place.folder, kind: 'un_sc', urls: [server.url('/list.xml')], pauseMs: 1 })
    assert.is(report?.version, '2024-07-30')
  }),
)

test(
  'files that have not changed are fetched again where the version made of them is damaged',
  against({ '/a.txt': published(zipFile('00601'), { etag: '"a1"' }) }, async (place, server) => {
    await fetchZips(place, [server.url('/a.txt')])
    damage(place, 'census_zcta', 'records')
    assert.is((await fetchZips(place, [server.url('/a.txt')])).outcome, 'imported')
    assert.equal(zipsIn(place), ['00601'])
  }),
)

test(
  'when one file of several is new, all are fetched, so that a version is of one visit',
  against(
    {
      '/a.txt': published(zipFile('00601'), { etag: '"a1"' }),
      '/b.txt': (request, response, attempt) =>
        published(zipFile('00602', ...(attempt > 1 ? ['00603'] : [])), { etag: `"b${attempt}"` })(request, response, attempt),
    },
    async (place, server) => {
      const urls = [server.url('/a.txt'), server.url('/b.txt')]
      await fetchZips(place, urls)
      assert.is((await fetchZips(place, urls)).outcome, 'imported')
      assert.equal(zipsIn(place), ['00601', '00602', '00603'])
    },
  ),
)

test(
  'a file that is not there is an error at once, which names it',
  against({}, async (place, server) => {
    const error = await rejectionOf(fetchZips(place, [server.url('/gone.txt')]))
    assert.instance(error, FetchFailed)
    assert.is(error.message, `${server.url('/gone.txt')}: the server answered 404 Not Found`)
    assert.is(server.asked.length, 1)
    assert.equal(readCurrent(place.folder), {})
    assert.equal(leftBehind(place), [])
  }),
)

test(
  'a server that is overloaded is asked again',
  against(
    {
      '/a.txt': (request, response, attempt) => {
        if (attempt < 3) response.writeHead(503).end()
        else published(zipFile('00601'))(request, response, attempt)
      },
      '/never.txt': (_request, response) => void response.writeHead(429).end(),
    },
    async (place, server) => {
      assert.is((await fetchZips(place, [server.url('/a.txt')])).outcome, 'imported')
      const error = await rejectionOf(fetchZips(place, [server.url('/never.txt')], { attempts: 2 }))
      assert.match(error.message, 'the server answered 429 Too Many Requests (2 attempts)')
    },
  ),
)

test(
  'a download that is cut off is begun again, and never imported',
  against(
    {
      '/a.txt': (request, response, attempt) => {
        if (attempt > 1) return published(zipFile('00601', '00602'))(request, response, attempt)
        response.writeHead(200, { 'content-length': '500' })
        response.write(zipFile('00601'), () => response.destroy())
      },
      '/always.txt': (_request, response) => {
        response.writeHead(200, { 'content-length': '500' })
        response.write(zipFile('00601'), () => response.destroy())
      },
    },
    async (place, server) => {
      await fetchZips(place, [server.url('/a.txt')])
      assert.equal(zipsIn(place), ['00601', '00602'])
      const error = await rejectionOf(fetchZips(place, [server.url('/always.txt')], { attempts: 2 }))
      assert.instance(error, FetchFailed)
      assert.match(error.message, '(2 attempts)')
      assert.equal(zipsIn(place), ['00601', '00602'])
      assert.equal(leftBehind(place), [])
    },
  ),
)

/** A whole file comes in more time, and each piece of it in much less, also on a machine that has others to serve. */
const slowMs = 1_500

test(
  'a server that stands still is given up, one that is only slow is not',
  against(
    {
      '/still.txt': (_request, response) => {
        response.writeHead(200, { 'content-length': '500' })
        response.write('GEOID')
      },
      '/slow.txt': (_request, response) => {
        const content = zipFile('00601')
        response.writeHead(200, { 'content-length': String(content.length) })
        const piece = Math.ceil(content.length / 7)
        let at = 0
        const more = () => {
          response.write(content.slice(at, at + piece))
          at += piece
          if (at < content.length) setTimeout(more, slowMs / 5)
          else response.end()
        }
        more()
      },
    },
    async (place, server) => {
      const error = await rejectionOf(fetchZips(place, [server.url('/still.txt')], { idleMs: 60, attempts: 1 }))
      assert.match(error.message, 'nothing came for 60 ms')
      assert.is((await fetchZips(place, [server.url('/slow.txt')], { idleMs: slowMs, attempts: 1 })).outcome, 'imported')
    },
  ),
)

test(
  'a file that is larger than allowed is refused, announced or not',
  against(
    {
      '/announced.txt': published(zipFile('00601', '00602')),
      '/unannounced.txt': (_request, response) => {
        response.writeHead(200)
        response.end(zipFile('00601', '00602'))
      },
    },
    async (place, server) => {
      for (const path of ['/announced.txt', '/unannounced.txt']) {
        const error = await rejectionOf(fetchZips(place, [server.url(path)], { sizeLimit: 50 }))
        assert.match(error.message, 'is larger than 50 bytes', path)
      }
      assert.is(server.asked.length, 2)
    },
  ),
)

test(
  'what is fetched but is no such file is refused, and fetched again next time',
  against({ '/a.txt': published('<html>Service unavailable</html>', { etag: '"x"' }) }, async (place, server) => {
    for (const _ of [1, 2]) assert.instance(await rejectionOf(fetchZips(place, [server.url('/a.txt')])), ImportFailed)
    assert.is(server.asked[1]?.headers['if-none-match'], undefined)
  }),
)

test(
  'addresses come from the call, else from the environment, else from the agency',
  against({ '/a.txt': published(zipFile('00601')), '/b.txt': published(zipFile('00602')) }, async (place, server) => {
    const environment = { REFERENCE_URL_CENSUS_ZCTA: ` ${server.url('/a.txt')}  ${server.url('/b.txt')}` }
    assert.equal((await fetchZips(place, [], { environment })).urls, [server.url('/a.txt'), server.url('/b.txt')])
    assert.equal((await fetchZips(place, [server.url('/b.txt')], { environment, acceptSmaller: true })).urls, [server.url('/b.txt')])
    const nowhere = await rejectionOf(fetchAndImport({ folder: place.folder, kind: 'fl_sunbiz' }))
    assert.match(nowhere.message, 'no address to fetch fl_sunbiz from: Florida publishes')
    assert.match((await rejectionOf(fetchZips(place, ['file:///etc/passwd']))).message, 'is not an address of http or https')
  }),
)

test(
  'a fetch that is given up stops at once',
  against({ '/still.txt': (_request, response) => void response.writeHead(200).write('GEOID') }, async (place, server) => {
    const giving = new AbortController()
    const fetching = rejectionOf(
      fetchZips(place, [server.url('/still.txt')], { signal: giving.signal, onDownload: () => giving.abort(new Error('given up')) }),
    )
    assert.is((await fetching).message, 'given up')
    assert.equal(leftBehind(place), [])
  }),
)

test(
  'what a killed fetch downloaded is removed by the next one of the kind, and a second one at the same time is refused',
  against(
    {
      '/a.txt': published(zipFile('00601')),
      '/still.txt': (_request, response) => void response.writeHead(200).write('GEOID'),
    },
    async (place, server) => {
      const left = join(place.folder, '.fetching-census_zcta', '0')
      mkdirSync(left, { recursive: true })
      writeFileSync(join(left, 'large.txt'), 'GEOID')
      const giving = new AbortController()
      const begun = Promise.withResolvers<void>()
      const first = rejectionOf(fetchZips(place, [server.url('/still.txt')], { signal: giving.signal, onDownload: () => begun.resolve() }))
      await begun.promise
      await eventually('its file is being written', () => readdirSync(left).includes('still.txt'))
      assert.equal(readdirSync(left), ['still.txt'])
      const second = await rejectionOf(fetchZips(place, [server.url('/a.txt')]))
      assert.is(second.message, 'another fetch of census_zcta is under way: wait for its end')
      assert.equal(readdirSync(left), ['still.txt'])
      giving.abort(new Error('given up'))
      await first
      assert.is((await fetchZips(place, [server.url('/a.txt')])).outcome, 'imported')
      assert.equal(leftBehind(place), [])
    },
  ),
)

test.run()
