// How the operator's command lines tell that they cannot reach the service, or cannot be what it is asked to be.
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { unanswered } from '../../src/cli/answers.ts'
import { masterKey, openStores } from '../stores/log.ts'
import { runCommand } from './command.ts'

const run = (name: string, args: readonly string[], environment: NodeJS.ProcessEnv) =>
  runCommand(name, args, { PATH: process.env.PATH, MASTER_KEY: masterKey.toString('base64'), ...environment })

/** A service of a cluster, as far as BASE_URL leads to it. */
const served = async <Result>(answer: RequestListener, ask: (environment: NodeJS.ProcessEnv) => Promise<Result>): Promise<Result> => {
  const server = createServer(answer)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const cluster = { EVENT_STORE_URL: 'esdb://nowhere.invalid:2113', MONGODB_URL: 'mongodb://nowhere.invalid/probity' }
  try {
    return await ask({ ...cluster, BASE_URL: `http://127.0.0.1:${port}` })
  } finally {
    server.close()
  }
}

test('a setting that the service does not start with is told in one line by the command lines too', async () => {
  const stores = await openStores()
  await stores.append('account-first', { type: 'FeatureSwitched', data: { feature: 'monitoring', on: true } })
  await stores.store.close()
  await stores.documents.close()
  // A service that was killed leaves its address behind: nothing answers there.
  writeFileSync(join(stores.folder, 'owner.json'), JSON.stringify({ pid: 2 ** 22, address: 'http://127.0.0.1:1' }))
  const SOURCES_CONFIG = join(stores.folder, 'absent.json')
  const { code, output } = await run('account', ['list'], { DATA_DIR: stores.folder, SOURCES_CONFIG })
  rmSync(stores.folder, { recursive: true })
  assert.is(code, 1)
  assert.match(output, /^account: SOURCES_CONFIG: .+absent\.json cannot be read[^\n]*\n$/)
})

test('a proxy that answers in place of the service is told by its status', async () => {
  const { code, output } = await served(
    (_, response) => response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad gateway</h1>'),
    (environment) => run('account', ['list'], environment),
  )
  assert.equal([code, output], [1, 'account: /accounts answered with status 502: does a proxy answer in place of the service?\n'])
})

test('an answer that breaks off, as when the service is killed, is told in one line', async () => {
  const { code, output } = await served(
    (_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' }).write('{"data":[')
      setTimeout(() => response.destroy(), 100)
    },
    (environment) => run('account', ['list'], environment),
  )
  assert.is(code, 1)
  assert.match(output, /^account: \/accounts was answered with 200, and the answer broke off; look whether it is done[^\n]*\n$/)
})

for (const [what, body] of [
  ['null', 'null'],
  ['errors that are no list', '{"errors":"no"}'],
  ['an error without a message', '{"errors":[{}]}'],
  ['no errors', '{"errors":[]}'],
] as const)
  test(`an error answer of ${what} is told by its status`, async () => {
    const { code, output } = await served(
      (_, response) => response.writeHead(500, { 'Content-Type': 'application/json' }).end(body),
      (environment) => run('account', ['list'], environment),
    )
    assert.equal([code, output], [1, 'account: /accounts answered with status 500: does a proxy answer in place of the service?\n'])
  })

test('why nothing answers is told by its cause', async () => {
  const told = (code: string) =>
    unanswered('https://probity.test', new TypeError('fetch failed', { cause: Object.assign(new Error(), { code }) }))
  assert.match(told('DEPTH_ZERO_SELF_SIGNED_CERT'), /does not trust the certificate .*NODE_EXTRA_CA_CERTS/)
  assert.match(told('CERT_HAS_EXPIRED'), /has expired: renew it/)
  assert.match(told('ERR_TLS_CERT_ALTNAME_INVALID'), /is of another name/)
  assert.match(told('ECONNRESET'), /was cut before an answer came: look at the service's log, or its proxy's, and try again$/)
  assert.match(told('ENOTFOUND'), /is not known here/)
  assert.match(told('ECONNREFUSED'), /^nothing answers at https:\/\/probity\.test: is the service running\?$/)
  const cut = await served(
    (request) => request.socket.destroy(),
    (environment) => run('account', ['list'], environment),
  )
  assert.is(cut.code, 1)
  assert.match(
    cut.output,
    /^account: the connection to \S+ was cut before an answer came: .*, or with https:\/\/ where it answers with TLS\n/,
  )
})

test('a version of a policy that is no number is refused, and no other one enabled in its place', async () => {
  const changes: unknown[] = []
  const { code, output } = await served(
    (request, response) => {
      if (request.method !== 'GET') changes.push(request.url)
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"data":[{"id":"a","slug":"a","features":[]}],"features":[]}')
    },
    (environment) => run('policy', ['enable', 'Onboarding', 'v2'], environment),
  )
  assert.equal([code, changes], [2, []])
  assert.match(output, /^policy: VERSION must be a whole number, but is "v2"\n/)
})

const nobody = { approval: null, override: false, dismissal: false, policy: false, erasure: false, settings: false }
const rules: readonly (readonly [written: string, rule: object])[] = [
  ['nothing', nobody],
  ['approval=medium', { ...nobody, approval: 'medium' }],
  ['approval=high, override,dismissal', { ...nobody, approval: 'high', override: true, dismissal: true }],
  ['policy', { ...nobody, policy: true }],
  ['erasure', { ...nobody, erasure: true }],
  ['settings', { ...nobody, settings: true }],
]

test('what needs a second person is asked for as it was written, and shown', async () => {
  for (const [written, two_person_rule] of rules) {
    let put: unknown
    const ran = await served(
      async (request, response) => {
        if (request.method === 'PUT') put = await json(request)
        response.end(JSON.stringify({ data: [{ id: 'a', slug: 'a', two_person_rule }], two_person_rule }))
      },
      (environment) => run('account', ['two-people', 'require', written, '--json'], environment),
    )
    assert.equal([ran.code, put], [0, two_person_rule], written)
    const shown = JSON.parse(ran.stdout).filter(({ second_person }: { readonly second_person: string }) => second_person !== 'no')
    const told = Object.entries(two_person_rule).filter(([, value]) => value)
    assert.equal(
      shown,
      told.map(([act, value]) => ({ act, second_person: value === true ? 'yes' : `of ${value} risk or more` })),
    )
  }
})

test('what a second person has to confirm first is told as not done', async () => {
  const proposal = { object: 'proposal', id: 'p', message: 'somebody else has to confirm this' }
  const { code, output } = await served(
    (request, response) =>
      response
        .writeHead(request.method === 'PUT' ? 202 : 200)
        .end(JSON.stringify(request.method === 'PUT' ? proposal : { data: [{ id: 'a', slug: 'a' }] })),
    (environment) => run('account', ['two-people', 'require', 'nothing'], environment),
  )
  assert.equal([code, output], [1, 'account: somebody else has to confirm this (proposal p)\n'])
})

test.run()
