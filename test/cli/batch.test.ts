// npm run batch over a service that runs: progress, wrong rows by their line, and going on after an interruption.
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../eventually.ts'
import { filled } from '../filled.ts'
import { startTestService, testKey } from '../journeys/service.ts'
import { runCommand, startCommand } from './command.ts'

const folder = mkdtempSync(join(tmpdir(), 'probity-batch-cli-'))
const service = await startTestService()
test.after(async () => {
  await service.stop()
  rmSync(folder, { recursive: true })
})

const environment = { PATH: process.env.PATH, PROBITY_KEY: testKey }
const runAt = (url: string, ...args: readonly string[]) => runCommand('batch', [...args, '--url', url], environment)
const run = (...args: readonly string[]) => runAt(service.url, ...args)

const fileOf = (name: string, lines: readonly string[]): string => {
  const file = join(folder, name)
  writeFileSync(file, lines.join('\n'))
  return file
}
const address = '"1 Main St, Portland, OR 97201"'

test('wrong rows are shown by row and line, the result is kept, and the same file again is the same batch', async () => {
  const file = fileOf('some.csv', ['name,address,note', `One LLC,${address},"two`, 'lines"', '', `,${address},`, 'No Address LLC,,'])
  const out = join(folder, 'result.csv')
  const first = await run(file, '--out', out)
  assert.is(first.code, 1, first.stderr)
  assert.match(first.output, /^row 2 \(line 5\): name is required$/m)
  assert.match(first.output, /^row 3 \(line 6\): .*address is required/m)
  const [, id] = /^batch (\S+): 2 rows are wrong; see /m.exec(first.output) ?? []
  assert.match(first.stderr, new RegExp(`^batch ${id}$`, 'm'))
  assert.match(readFileSync(out, 'utf8'), /^name,address,note,business_id,status,errors\r\n/)

  const again = await run(file)
  assert.match(again.stderr, new RegExp(`continuing batch ${id} `))
  const other = await run(file, '--again')
  assert.not.match(other.stderr, new RegExp(`batch ${id}`))
  const followed = await run(file, '--batch', String(id))
  assert.match(followed.output, new RegExp(`^batch ${id}: 2 rows are wrong$`, 'm'))
})

test('a batch has the name that it is given, and the same file under another name is another batch', async () => {
  const file = fileOf('named.csv', ['name,address', `One LLC,${address}`])
  for (const words of [[], ['--name', 'Spring'], ['--name', 'Autumn'], ['--name', 'Spring']]) assert.is((await run(file, ...words)).code, 0)
  const { body } = await service.test.get('/v1/business_batches')
  const made = body.data.filter(({ filename }: { readonly filename: string }) => filename === 'named.csv')
  assert.equal(made.map(({ name }: { readonly name: string }) => name).sort(), ['Autumn', 'Spring', 'named.csv'])
})

test('one wrong row is told as one', async () => {
  const { output } = await run(fileOf('one.csv', ['name,address', `One LLC,${address}`, 'No Address LLC,']))
  assert.match(output, /^batch \S+: 1 row is wrong$/m)
})

const statuses = (out: string) =>
  readFileSync(out, 'utf8')
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(',').at(-2))

test('a result file is written once the businesses have been verified', async () => {
  const file = fileOf('waits.csv', ['name,address', ...Array.from({ length: 40 }, (_, n) => `Waiting ${n} LLC,${address}`)])
  const out = join(folder, 'waits-result.csv')
  const { code, output, stderr } = await run(file, '--out', out)
  assert.is(code, 0, stderr)
  assert.match(output, /^batch \S+: every row is a business; see /m)
  assert.equal([...new Set(statuses(out))], ['in_review'])
})

test('a result file that is wanted at once says which rows are not verified yet', async () => {
  const file = fileOf('hurries.csv', ['name,address', `One LLC,${address}`, `Slow Business,${address}`])
  const out = join(folder, 'hurries-result.csv')
  const { code, output, stderr } = await run(file, '--out', out, '--no-wait')
  assert.is(code, 0, stderr)
  assert.match(output, /^row 2 \(line 3\): not verified yet \((open|pending)\)$/m)
  assert.match(output, /^batch \S+: every row is a business, (1 row is|2 rows are) not verified yet; see /m)
  assert.match(statuses(out)[1] ?? '', /^(open|pending)$/)
})

test('the command line may be killed: asked again it goes on with the batch', async () => {
  const rows = 500
  const file = fileOf('long.csv', ['name,address', ...Array.from({ length: rows }, (_, n) => `Long ${n} LLC,${address}`)])
  const killed = startCommand('batch', [file, '--url', service.url], environment)
  await until('it has begun', async () => /^batch /m.test(killed.stderr()))
  killed.child.kill('SIGKILL')
  await killed.ended
  const { code, output, stderr } = await run(file)
  assert.is(code, 0, stderr)
  assert.match(stderr, /uploaded before: continuing/)
  assert.match(output, /every row is a business/)
  const { body } = await service.test.get('/v1/business_batches')
  assert.is(body.data.filter(({ filename }: { readonly filename: string }) => filename === 'long.csv').length, 1)
})

test('a service that is away for a while is told once, and waited for', async () => {
  const batch = { id: 'b', business_count: 1, completed_business_count: 1 }
  const answers = [200, 503, 503, 200]
  const server = createServer((request, response) => {
    if (request.url?.endsWith('/csv')) return response.end('name,business_id,status,errors\r\nOne,1,in_review,\r\n')
    const status = answers.shift() ?? 200
    const done = answers.length === 0 ? 1 : 0
    return response
      .writeHead(status, { 'Content-Type': 'application/json' })
      .end(JSON.stringify({ ...batch, completed_business_count: done }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const { code, stderr } = await runAt(`http://127.0.0.1:${port}`, fileOf('one.csv', ['name', 'One']), '--batch', 'b')
  server.close()
  assert.is(code, 0, stderr)
  assert.is(stderr.match(/^the service does not answer; trying again for 2 minutes$/gm)?.length, 1, stderr)
  assert.equal(answers, [])
})

test('a service that asks to come back at a time is asked again no earlier', async () => {
  const batch = { id: 'b', business_count: 0, completed_business_count: 0, total_count: 0 }
  const asked: number[] = []
  const server = createServer((request, response) => {
    request.resume()
    asked.push(Date.now())
    // A date has no parts of a second.
    if (asked.length === 1)
      return response.writeHead(429, { 'Retry-After': new Date(Date.now() + 2_000).toUTCString() }).end('{"errors":[{"message":"slowly"}]}')
    if (request.url?.endsWith('/csv')) return response.end('name,business_id,status,errors\r\n')
    return response.setHeader('Content-Type', 'application/json').end(JSON.stringify(batch))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const { code, stderr } = await runAt(`http://127.0.0.1:${port}`, fileOf('late.csv', ['name', 'One']))
  server.close()
  assert.is(code, 0, stderr)
  const [first = 0, second = 0] = asked
  assert.ok(second - first > 900, `${second - first} ms`)
})

test('a service that goes away in the middle of the rows is told in one line', async () => {
  const batch = { id: 'b', business_count: 2, completed_business_count: 2 }
  const server = createServer((request, response) => {
    if (!request.url?.endsWith('/csv')) return response.setHeader('Content-Type', 'application/json').end(JSON.stringify(batch))
    return response.write('name,business_id,status,errors\r\n', () => response.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const file = fileOf('two.csv', ['name', 'One', 'Two'])
  const out = join(folder, 'of-before.csv')
  writeFileSync(out, 'the result of before')
  const { code, stderr } = await runAt(`http://127.0.0.1:${port}`, file, '--out', out, '--no-wait')
  server.close()
  assert.is(code, 1)
  assert.equal(
    [readFileSync(out, 'utf8'), filled(readdirSync(folder)).filter((name) => name.startsWith('.'))],
    ['the result of before', []],
  )
  assert.match(stderr, /^batch: the service stopped in the middle of the rows; run the same command again$/m)
  assert.not.match(stderr, /^ +at /m)
})

for (const [path, counts, how, told] of [
  ['/v1/business_batches', '', 'HTML', 'not JSON of the service: does a proxy answer'],
  // Later answers that break off are asked for again: batch-requests.test.ts.
  ['/v1/business_batches', '', 'a cut', 'broke off'],
  ['/v1/business_batches/b', '/v1/business_batches', 'HTML', 'not JSON of the service: does a proxy answer'],
  ['/v1/businesses', '/v1/business_batches/b', 'HTML', 'not JSON of the service: does a proxy answer'],
] as const)
  test(`${how} in place of the answer of ${path} is told in one line`, async () => {
    const asked: string[] = []
    const server = createServer((request, response) => {
      request.resume()
      const [at = ''] = request.url?.split('?') ?? []
      asked.push(at)
      if (at !== path)
        return response
          .setHeader('Content-Type', 'application/json')
          .end(JSON.stringify({ id: 'b', business_count: 1, completed_business_count: 1, total_count: 0 }))
      if (how === 'HTML') return response.setHeader('Content-Type', 'text/html').end('<h1>Sign in</h1>')
      return response
        .writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' })
        .write('{"id":', () => response.destroy())
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    const { code, stderr } = await runAt(
      `http://127.0.0.1:${port}`,
      fileOf('cut.csv', ['name', 'One']),
      '--out',
      join(folder, 'cut-result.csv'),
    )
    server.close()
    assert.is(code, 1, stderr)
    assert.match(stderr, new RegExp(`^batch: the service was asked, and the answer (is )?${told}.*; run the same command again$`, 'm'))
    assert.not.match(stderr, /^ +at /m)
    assert.ok(counts === '' || asked.includes(counts), 'it came as far as that')
  })

test('wrong usage is told, and what cannot be read says where', async () => {
  assert.is((await run()).code, 0)
  assert.match((await run('--help')).output, /Usage: npm run batch/)
  const missing = await run(join(folder, 'absent.csv'))
  assert.equal([missing.code, /does not exist/.test(missing.stderr)], [2, true])
  const homeless = await run(fileOf('one.csv', ['name', 'x']), '--out', join(folder, 'absent', 'result.csv'))
  assert.equal([homeless.code, /absent does not exist/.test(homeless.stderr)], [2, true], 'nobody waits for a result that cannot be kept')
  const folded = await run(fileOf('one.csv', ['name', 'x']), '--out', folder)
  assert.equal([folded.code, /is a folder, where a file is needed/.test(folded.stderr)], [2, true])
  assert.not.match(folded.stderr, /uploading/, 'nothing is ordered whose result cannot be kept')
  const broken = await run(fileOf('broken.csv', ['name,address', 'One,"open']))
  assert.is(broken.code, 1)
  assert.match(broken.stderr, /row 1 \(line 2\), column address: a quote is opened and never closed/)
  const nobody = await runAt('http://127.0.0.1:1', fileOf('one.csv', ['name', 'x']))
  assert.match(nobody.stderr, /nothing answers at/)
})

test.run()
