// npm run cli over a service that runs: records read and created, events followed, and what is wrong said in a line.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { startTestService, testKey } from '../journeys/service.ts'
import { runCommand } from './command.ts'

const service = await startTestService()
test.after(() => service.stop())

const run = (...args: readonly string[]) => runCommand('cli', args, { PATH: process.env.PATH, PROBITY_KEY: testKey, BASE_URL: service.url })

const create = async (name: string): Promise<{ readonly id: string; readonly name: string }> => {
  const made = await run('create', 'business', '--set', `name=${name}`, '--set', 'addresses.0.full_address=1 Main St, Portland, OR 97201')
  assert.is(made.code, 0, made.stderr)
  return JSON.parse(made.stdout)
}

test('the service is where PROBITY_URL says, as for the examples', async () => {
  const environment = { PATH: process.env.PATH, PROBITY_KEY: testKey, PROBITY_URL: `${service.url}/`, BASE_URL: 'http://127.0.0.1:9' }
  const listed = await runCommand('cli', ['list', 'businesses', '--json'], environment)
  assert.is(listed.code, 0, listed.stderr)
})

test('a record is created, read and listed', async () => {
  const made = await create('Command LLC')
  assert.is(made.name, 'Command LLC')
  const read = await run('get', 'businesses', made.id)
  assert.is(JSON.parse(read.stdout).id, made.id)
  await create('Other LLC')
  const listed = await run('list', 'businesses', '--where', 'q=Command', '--json')
  assert.equal(
    JSON.parse(listed.stdout).map(({ id }: { id: string }) => id),
    [made.id],
  )
  const first = await run('list', 'business', '--where', 'per_page=1')
  assert.match(first.stderr, /^1 of 2; --all lists every one$/m)
  const every = await run('list', 'business', '--where', 'per_page=1', '--all')
  assert.match(every.stdout, new RegExp(`${made.id} +Command LLC`))
  assert.is(every.stderr, '')
})

test('a record is created from JSON, with members set over it', async () => {
  const data = JSON.stringify({ url: 'http://127.0.0.1:9/', enabled_events: ['business.created'] })
  const made = await run('create', 'webhook', '--data', data, '--set', 'enabled_events=["note.created"]')
  assert.is(made.code, 0, made.stderr)
  assert.equal(JSON.parse(made.stdout).enabled_events, ['note.created'])
})

test('a misspelt parameter or member is told once', async () => {
  const listed = await run('list', 'business', '--where', 'per_page=1', '--where', 'states[]=open', '--all')
  assert.equal([listed.code, listed.stderr], [0, 'the service reads no states[]\n'])
  const made = await run(
    'create',
    'signal',
    '--set',
    'name=Acme',
    '--set',
    'addresses=["1 Main St, Salem, OR 97301"]',
    '--set',
    'tni=1',
    '--set',
    'x=1',
  )
  assert.equal([made.code, made.stderr], [0, 'the service reads no tni, x\n'])
})

test('events are followed from a position, of the types that are named', async () => {
  const { id } = await create('Followed LLC')
  const told = await run('tail', '--types', 'BusinessCreated', '--count', '3', '--json')
  assert.is(told.code, 0, told.stderr)
  const events = told.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.equal([events.length, events[0].type], [3, 'probity.BusinessCreated'])
  assert.match(JSON.stringify(events[2]), new RegExp(id))
  const first = await run('tail', '--types', 'BusinessCreated', '--count', '1')
  assert.is(first.stdout.trim().split('\n').length, 1)
  const later = await run('tail', '--types', 'BusinessCreated', '--count', '1', '--from', events[1].position)
  assert.match(later.stdout, new RegExp(`^${events[2].position} .* probity.BusinessCreated`))
})

test('all records of a long list are read at the pace that the service asks for', async () => {
  const asked: string[] = []
  const answers = [200, 429, 502, 503, 504, 200]
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    const status = answers.shift() ?? 200
    const page = { data: [{ id: `record-${asked.length}` }], has_more: asked.length === 1, total_count: 2 }
    response
      .writeHead(status, { 'retry-after': status === 429 ? '1' : '0.01' })
      .end(JSON.stringify(status === 200 ? page : { errors: [{ message: 'too many' }] }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const began = performance.now()
  const listed = await run('list', 'businesses', '--all', '--json', '--url', `http://127.0.0.1:${port}`)
  server.close()
  assert.equal([listed.code, listed.stderr], [0, '-- too many; trying again until it answers, Ctrl-C ends it\n'])
  assert.equal(JSON.parse(listed.stdout), [{ id: 'record-1' }, { id: 'record-6' }])
  assert.ok(performance.now() - began > 900, 'it waits as long as it is told')
  const second = '/v1/businesses?per_page=100&starting_after=record-1'
  assert.equal(asked, ['/v1/businesses?per_page=100', second, second, second, second, second])
})

test('a list shows the columns that the answers have: older versions lack some', async () => {
  const { columns } = await answering({ data: [{ id: 'w', url: 'http://a.test/', enabled_events: ['note.created'], disabled_at: null }] })
  assert.equal(columns, ['id', 'url', 'enabled_events', 'disabled_at'])
  assert.equal((await answering({ data: [] })).stdout, 'nothing\n')
})

/** What the list of webhooks prints of this answer. */
const answering = async ({ data }: { readonly data: readonly object[] }) => {
  const server = createServer((_, response) => response.end(JSON.stringify({ data, has_more: false, total_count: data.length })))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { stdout } = await run('list', 'webhooks', '--url', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  server.close()
  return { stdout, columns: stdout.split('\n')[0]?.trim().split(/ +/) }
}

test('an answer that is JSON but no record, and a refusal of another program, are told in one line', async () => {
  const server = createServer(({ url = '' }, response) =>
    url.startsWith('/null')
      ? response.setHeader('content-type', 'application/json').end('null')
      : response.writeHead(404).end('<h1>no</h1>'),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const [nothing, other] = [
    await run('list', 'webhooks', '--url', `${url}/null`),
    await run('list', 'webhooks', '--where', 'a=b', '--url', url),
  ]
  server.close()
  assert.equal(
    [nothing.code, nothing.stderr],
    [1, `cli: ${url}/null was asked, and the answer is not JSON of the service: does a proxy answer in its place?\n`],
  )
  assert.equal(
    [other.code, other.stderr],
    [1, `cli: ${url}/v1/webhooks answered with status 404: does a proxy answer in place of the service?\n`],
  )
})

test('a redirect is told, and not followed: what creates would only read there', async () => {
  const asked: string[] = []
  const server = createServer(({ method, url = '' }, response) => {
    asked.push(`${method} ${url}`)
    response.writeHead(301, { location: '/elsewhere' }).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const made = await run('create', 'business', '--set', 'name=A', '--url', `${url}/behind/a/proxy/`)
  server.close()
  assert.equal(asked, ['POST /behind/a/proxy/v1/businesses'])
  assert.equal(
    [made.code, made.stderr],
    [1, `cli: ${url}/behind/a/proxy/v1/businesses is redirected to /elsewhere: give the address that the service itself has\n`],
  )
})

test('the address of a page is printed', async () => {
  const opened = await run('open', 'business', 'some-id')
  assert.equal([opened.code, opened.stdout.trim()], [0, `${service.url}/businesses/some-id`])
  assert.is((await run('open', 'business', 'a/b')).stdout.trim(), `${service.url}/businesses/a%2Fb`)
})

test('a refusal is one line and exit code 1, wrong use exit code 2', async () => {
  const refused = await run('create', 'business', '--set', 'name=Nowhere LLC')
  assert.equal([refused.code, refused.stdout], [1, ''])
  assert.match(refused.stderr, /^cli: .*address/m)
  assert.is((await run('get', 'business', '00000000-0000-7000-8000-000000000000')).code, 1)
  const away = await run('list', 'businesses', '--url', 'http://127.0.0.1:1')
  assert.equal(
    [away.code, away.stderr],
    [1, 'cli: nothing answers at http://127.0.0.1:1: is the service running? (--url gives its address)\n'],
  )
  for (const words of [
    ['get', 'busineses', 'x'],
    ['create', 'business', '--set', 'name'],
    ['tail', '--count', 'few'],
    ['tail', '--count', '2.5'],
    ['tail', '--count', '0'],
    ['create', 'business', '--data', '[]'],
    ['listen', '--forward-to', 'ftp://localhost/'],
    ['listen', '--forward-to', 'http://127.0.0.1:9/', '--since', '2026-11-28', '--cursor', '1'],
    ['list', 'businesses', '--where', 'status'],
    ['list', 'businesses', '--url', 'localhost:3000'],
    ['list', 'businesses', '--url', ''],
    ['open', 'webhook', 'x'],
    ['get'],
  ])
    assert.is((await run(...words)).code, 2, words.join(' '))
  assert.match((await run('list', 'busineses')).stderr, /did you mean "businesses"\?/)
  const keyless = await runCommand('cli', ['list', 'businesses'], { PATH: process.env.PATH, BASE_URL: service.url })
  assert.equal([keyless.code, /an API key is needed/.test(keyless.stderr)], [2, true])
  for (const command of ['get', 'list', 'create', 'tail', 'open']) {
    const help = await run(command, '--help', 'x', 'y').then(async (ran) => (ran.code === 0 ? ran : run(command, '--help')))
    assert.is(help.code, 0, command)
    assert.match(help.stdout, /Usage: npm run cli/)
  }
})

test.run()
