// The programs in `examples` run as they stand, against a service of their own, and the README shows the first of them word for word.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { startFaultyServer } from '../clients/faulty-server.ts'
import { eventually, until } from '../eventually.ts'
import { filled } from '../filled.ts'
import { startTestService, testKey, verified } from '../journeys/service.ts'

const test = suite('the examples')
const service = await startTestService()
const children: ChildProcess[] = []
const proxy = await startFaultyServer()
test.after(async () => {
  for (const child of children) child.kill()
  await proxy.close()
  await service.stop()
})

const environment = { ...process.env, PROBITY_URL: service.url, PROBITY_KEY: testKey }
const commandOf = (file: string): readonly [string, readonly string[]] =>
  file.endsWith('.py') ? ['python3', [file]] : [process.execPath, ['--disable-warning=ExperimentalWarning', file]]

type Ran = { readonly code: number; readonly stdout: string; readonly stderr: string }

/** A record among the words sets the environment. */
const run = (file: string, ...args: readonly (string | NodeJS.ProcessEnv)[]): Promise<Ran> => {
  const [program, words] = commandOf(file)
  const typed = args.filter((each) => typeof each === 'string')
  const env = Object.assign({}, environment, ...args.filter((each) => typeof each !== 'string'))
  return new Promise((resolve) =>
    execFile(program, [...words, ...typed], { env }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, stdout, stderr }),
    ),
  )
}

const place = '123 Main St, Portland, OR 97201'

for (const file of ['examples/onboarding.ts', 'examples/onboarding.py']) {
  test(`${file} approves a business without concerns, once`, async () => {
    const name = `Flawless ${file.slice(-2)} Business LLC`
    const first = await run(file, name, place)
    assert.match(first.stdout, /^[0-9a-f-]{36} approved$/m, first.stderr)
    const again = await run(file, name, place)
    assert.is(again.stdout.trim().split('\n').at(-1), first.stdout.trim().split('\n').at(-1))
  })

  test(`${file} leaves a business with a watchlist hit to a person, and says why`, async () => {
    const { stdout, stderr } = await run(file, 'Watchlist Business', place)
    assert.match(stdout, /^Watchlists?: /m, stderr)
    assert.match(stdout, /^[0-9a-f-]{36} in_review$/m)
  })

  test(`${file} shows in one line what the service refuses, that it does not answer, and that the key is missing`, async () => {
    const refusals = [
      [await run(file, 'No Address LLC', ''), /address/],
      [await run(file, { PROBITY_URL: 'http://127.0.0.1:1' }), /^no answer from http:\/\/127\.0\.0\.1:1: .*\n$/],
      [await run(file, { PROBITY_KEY: '' }), /^PROBITY_KEY is not set\n$/],
    ] as const
    for (const [{ code, stderr }, told] of filled(refusals)) {
      assert.is(code, 1)
      assert.match(stderr, told)
      assert.is(stderr.trim().split('\n').length, 1, stderr)
    }
  })
}

for (const file of ['examples/onboarding.ts', 'examples/onboarding.py'])
  test(`${file} says in one line that a proxy answers in place of the service`, async () => {
    for (const status of filled([502, 200])) {
      proxy.answers = [{ status, text: '<html>Bad gateway</html>' }]
      const { code, stderr } = await run(file, { PROBITY_URL: proxy.url })
      assert.is(code, 1)
      assert.match(stderr, /^http:\/\/127\.0\.0\.1:\d+ .*not.* as the service does\n$/)
    }
  })

test('examples/nightly_batch.py goes on after a broken connection and a restart, and says in one line what is wrong', async () => {
  proxy.asked.length = 0
  const restarting = { status: 503, text: '<html>Starting</html>', headers: { 'Retry-After': '0' } }
  proxy.answers = [{ cut: true }, restarting, { status: 422, text: '<html>No</html>' }]
  const { code, stderr } = await run('examples/nightly_batch.py', { PROBITY_URL: proxy.url }, 'README.md', 'none.csv')
  assert.is(code, 1)
  assert.match(stderr, /^http:\/\/127\.0\.0\.1:\d+ did not answer as the service does: HTTP Error 422: .*\n$/)
  assert.is(proxy.asked.length, 3)
  assert.is(new Set(filled(proxy.asked).map(({ key }) => key)).size, 1)
})

const listening = async (file: string, secret: string) => {
  const [program, words] = commandOf(file)
  const child = spawn(program, [...words], { env: { ...environment, WEBHOOK_SECRET: secret, PORT: '0' } })
  children.push(child)
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  await eventually(`${file} listens`, () => /receiving on port \d+/.test(output))
  return { url: `http://127.0.0.1:${/port (\d+)/.exec(output)?.[1]}`, output: () => output }
}

for (const file of ['examples/webhook-receiver.ts', 'examples/webhook_receiver.py'])
  test(`${file} prints signed events once, and answers others with 401`, async () => {
    const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
    const receiver = await listening(file, secret)
    const { body: webhook } = await service.test.post('/v1/webhooks', { url: receiver.url, secret, enabled_events: ['business.created'] })
    const { body: business } = await service.test.post('/v1/businesses', {
      name: 'Told Business LLC',
      addresses: [{ full_address: place }],
    })
    await eventually('the event is printed', () => receiver.output().includes(`business.created ${business.id}`))

    const delivered = async () => (await service.test.get(`/v1/webhooks/${webhook.id}/deliveries`)).body.data[0]
    await until('the delivery is recorded', async () => (await delivered()).status === 'delivered')
    const { id } = await delivered()
    await service.test.post(`/v1/webhooks/${webhook.id}/deliveries/${id}/redeliver`)
    await until('it is delivered again', async () => (await delivered()).attempt > 1)
    assert.is(receiver.output().split(business.id).length, 2)

    const forged = { 'webhook-id': 'evt_1', 'webhook-timestamp': String(Math.floor(Date.now() / 1000)), 'webhook-signature': 'v1,AAAA' }
    assert.is((await fetch(receiver.url, { method: 'POST', headers: forged, body: '{}' })).status, 401)
    await service.test.del(`/v1/webhooks/${webhook.id}`)
  })

for (const file of ['examples/webhook-receiver.ts', 'examples/webhook_receiver.py'])
  test(`${file} does not start without a secret, with which anybody could sign`, async () => {
    const { code, stderr } = await run(file, { WEBHOOK_SECRET: '', PORT: '0' })
    assert.is(code, 1)
    assert.is(stderr, 'WEBHOOK_SECRET is not set\n')
  })

test('examples/nightly_batch.py verifies a file, writes a line for each row, and continues when it is started again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'probity-nightly-'))
  const [source, target] = [join(folder, 'merchants.csv'), join(folder, 'results.csv')]
  writeFileSync(source, `name,address\nOne LLC,"${place}"\nTwo LLC,"${place}"\nThree LLC,\n`)
  const first = await run('examples/nightly_batch.py', source, target)
  assert.is(first.stdout, '1 failed, 2 in_review\n', first.stderr)
  assert.is(readFileSync(target, 'utf8').trimEnd().split('\n').length, 4)
  const before = (await service.test.get('/v1/business_batches')).body.total_count
  assert.is((await run('examples/nightly_batch.py', source, target)).stdout, first.stdout)
  assert.is((await service.test.get('/v1/business_batches')).body.total_count, before)
})

/** Runs the notebook's cells of code, one after the other, as a notebook server does. */
const cells = `
import json
names = {}
for cell in json.load(open('examples/portfolio.ipynb'))['cells']:
    if cell['cell_type'] == 'code':
        exec(''.join(cell['source']), names)
`
const notebookPython = 'node_modules/.cache/notebook/bin/python'
if (existsSync(notebookPython))
  test("the analyst's notebook shows the portfolio from the running service's read models", async () => {
    for (const name of ['Twin One LLC', 'Twin Two LLC'])
      await verified(service.test, { name, addresses: [{ full_address: place }], people: [{ name: 'Jane Twin' }] })
    const env = { ...process.env, DATA_DIR: service.dataDir, MODE: 'test' }
    const { stdout, stderr } = await new Promise<Pick<Ran, 'stdout' | 'stderr'>>((resolve) =>
      execFile(notebookPython, ['-c', cells], { env }, (_, stdout, stderr) => resolve({ stdout, stderr })),
    )
    assert.match(stdout, /│ in_review +│ sanctions +│ +\d+ │/, stderr)
    assert.match(stdout, /│ watchlist: Hits +│/)
    assert.match(stdout, /│ SDN +│ +\d+ │ +0 │/)
    assert.match(stdout, /│ Jane Twin │ +2 │ \[Twin (One|Two) LLC, Twin (One|Two) LLC\]/)
  })
else
  console.log(
    "SKIPPED: 1 (the analyst's notebook: python3 -m venv node_modules/.cache/notebook, and pip install -r examples/requirements-notebook.txt there)",
  )

test('the README shows the examples word for word', () => {
  const readme = readFileSync('README.md', 'utf8')
  for (const file of ['onboarding.ts', 'onboarding.py', 'webhook-receiver.ts', 'webhook_receiver.py'])
    assert.ok(readme.includes(readFileSync(`examples/${file}`, 'utf8').trimEnd()), `${file} differs from the README`)
})

test.run()
