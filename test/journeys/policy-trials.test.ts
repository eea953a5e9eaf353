// Trials of a policy on the whole portfolio under other versions of the screening lists and other thresholds, and a trial that a kill cuts off.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { importFiles } from '../../src/evidence/reference/import.ts'
import { runCommand } from '../cli/command.ts'
import { environment, startProgram } from './program.ts'
import { acme, type Body, type Client, liveKey, parameters, startTestService, type TestService, until, verified } from './service.ts'

const test = suite('trials of a policy')
let probity: TestService
const masterKey = Buffer.alloc(32, 9).toString('base64')

const definition = {
  name: 'Careful',
  rules: [
    {
      name: 'On a list',
      when: { '>': [{ var: 'watchlist.hits' }, 0] },
      result: 'reject',
      actions: [{ type: 'set_status', status: 'rejected' }],
    },
    {
      name: 'On none',
      when: { '==': [{ var: 'watchlist.hits' }, 0] },
      result: 'approve',
      actions: [{ type: 'set_status', status: 'approved' }],
    },
  ],
}

const ofacFiles = (folder: string, ...more: readonly string[]): readonly string[] => {
  mkdirSync(folder, { recursive: true })
  return readdirSync('sample/ofac_sdn').map((name) => {
    const lines = readFileSync(`sample/ofac_sdn/${name}`, 'utf8').replaceAll('\u001a', '').trimEnd().split(/\r?\n/)
    const path = join(folder, name)
    writeFileSync(path, `${[...lines, ...(name === 'invented-sdn.csv' ? more : [])].join('\n')}\n`)
    return path
  })
}
const entry = (number: number, name: string) =>
  `${number},"${name}",-0- ,"INVENTED-EO1",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"Invented party."`

const ids: Record<string, string> = {}

test.before(async () => {
  probity = await startTestService()
  const imported = (name: string, version: string, ...more: readonly string[]) =>
    importFiles({
      folder: join(probity.dataDir, 'reference'),
      kind: 'ofac_sdn',
      files: ofacFiles(join(probity.dataDir, name), ...more),
      version,
    })
  await imported('older', '2027-01-01', entry(9900101, 'GRIMWOLD SHIPPING COMPANY'))
  await imported('newer', '2027-02-01', entry(9900103, 'VELLICHOR EXPORT TRADING'))
  const at = { addresses: [{ full_address: '9 Side St, Salem, OR 97301' }] }
  for (const [name, status] of [
    ['Grimwold Shipping Company', 'approved'],
    ['Vellichor Export Trading LLC', 'rejected'],
    ['Honest Bakery LLC', 'approved'],
  ] as const) {
    const { id } = await verified(probity.live, { ...at, name })
    const changed = await probity.live.patch(`/v1/businesses/${id}`, { status })
    assert.is(changed.status, 200, changed.text)
    ids[name] = id
  }
})
test.after(() => probity.stop())

const finished = async (client: Client, id: string): Promise<Body> => {
  let trial: Body
  await until('the trial ends', async () => {
    trial = (await client.get(`/v1/policy_trials/${id}`)).body
    return trial.status !== 'running'
  })
  assert.is(trial.status, 'completed')
  return trial
}
const tried = async (more: object = {}): Promise<Body> => {
  const begun = await probity.live.post('/v1/policy_trials', { definition, ...more })
  assert.is(begun.status, 201, begun.text)
  return finished(probity.live, begun.body.id)
}
const changed = ({ changes }: Body) => new Map(changes.map(({ business_id, would }: Body) => [business_id, would]))

test('without a list or threshold the hits on file count', async () => {
  const trial = await tried()
  assert.equal([trial.done, trial.decided, trial.otherwise], [3, 3, 0])
  assert.equal([trial.screened_again, trial.lists, trial.watchlist_threshold, trial.list_versions], [false, null, null, []])
})

test('under another version of a list, all businesses are screened against it, and the result says which lists were used', async () => {
  const trial = await tried({ list_versions: [{ list: 'ofac_sdn', version: '2027-01-01' }] })
  assert.is(trial.screened_again, true)
  assert.is(trial.done, 3)
  assert.equal(
    changed(trial),
    new Map([
      [ids['Grimwold Shipping Company'], 'rejected'],
      [ids['Vellichor Export Trading LLC'], 'approved'],
    ]),
  )
  assert.equal(trial.list_versions, [{ list: 'ofac_sdn', version: '2027-01-01' }])
  assert.equal(
    trial.lists.filter(({ list }: Body) => list === 'SDN').map(({ version }: Body) => version),
    ['2027-01-01'],
  )
  assert.ok(trial.lists.length > 1, 'the other lists are named too')
  const { body } = await probity.live.get(`/v1/businesses/${ids['Grimwold Shipping Company']}`)
  assert.equal([body.status, body.watchlist.hit_count], ['approved', 0], 'nothing has changed')
})

test('a version in use finds what the hits on file say', async () => {
  assert.is((await tried({ list_versions: [{ list: 'ofac_sdn', version: '2027-02-01' }] })).otherwise, 0)
})

const reviewed = async (name: string, status: string): Promise<Body> => {
  const { id } = await verified(probity.live, { name, addresses: [{ full_address: '9 Side St, Salem, OR 97301' }] })
  return (await probity.live.patch(`/v1/businesses/${id}`, { status })).body
}

test('a higher threshold leaves out the hits on file below it', async () => {
  const { id, watchlist } = await reviewed('Dreadmoor Maritime Bakery Trading LLC', 'rejected')
  assert.ok(watchlist.hit_count > 0)
  // The names score 0.923.
  const below = await tried({ watchlist_threshold: 0.92 })
  assert.equal([changed(below).get(id), below.screened_again, below.watchlist_threshold], [undefined, false, 0.92])
  assert.is(changed(await tried({ watchlist_threshold: 0.93 })).get(id), 'approved')
})

test('a lower threshold screens again, and finds names that were none before', async () => {
  const { id, watchlist } = await reviewed('Vellichor Import Trading LLC', 'approved')
  assert.is(watchlist.hit_count, 0)
  // The names score 0.758.
  const above = await tried({ watchlist_threshold: 0.76 })
  assert.equal([above.screened_again, changed(above).get(id)], [true, undefined])
  const below = await tried({ watchlist_threshold: 0.75 })
  assert.is(changed(below).get(id), 'rejected')
  assert.ok(below.lists.some(({ version }: Body) => version === '2027-02-01'))
})

const wrong: readonly (readonly [what: string, more: object, field: string, message: RegExp])[] = [
  ['a list that is not known', { list_versions: [{ list: 'nowhere', version: '1' }] }, 'list_versions.0.list', /must be one of .*ofac_sdn/],
  [
    'a version that is not held',
    { list_versions: [{ list: 'ofac_sdn', version: '1999' }] },
    'list_versions.0.version',
    /must be a version of ofac_sdn that is held: .*2027-01-01/,
  ],
  [
    'a list twice',
    { list_versions: ['2027-01-01', '2027-02-01'].map((version) => ({ list: 'ofac_sdn', version })) },
    'list_versions.1.list',
    /named twice/,
  ],
  ['a threshold above 1', { watchlist_threshold: 90 }, 'watchlist_threshold', /1/],
]
for (const [what, more, field, message] of wrong)
  test(`${what} is refused, and the error names the field`, async () => {
    const answer = await probity.live.post('/v1/policy_trials', { definition, ...more })
    assert.equal([answer.status, parameters(answer)], [422, [field]])
    assert.match(answer.body.errors[0].message, message)
  })

test('test businesses have made-up hits: no version of a list and no lower threshold can be chosen for them', async () => {
  const list_versions = [{ list: 'ofac_sdn', version: '2027-01-01' }]
  const answer = await probity.test.post('/v1/policy_trials', { definition, list_versions, watchlist_threshold: 0.84 })
  assert.equal([answer.status, parameters(answer)], [422, ['list_versions', 'watchlist_threshold']])
  const allowed = await probity.test.post('/v1/policy_trials', { definition, watchlist_threshold: 0.85 })
  assert.is(allowed.status, 201)
  await finished(probity.test, allowed.body.id)
})

test('the command line takes lists and a threshold, and says what was used', async () => {
  const file = join(probity.dataDir, 'careful.json')
  writeFileSync(file, JSON.stringify(definition))
  const policy = (...args: readonly string[]) =>
    runCommand('policy', ['portfolio', file, ...args], { PATH: process.env.PATH, DATA_DIR: probity.dataDir, MASTER_KEY: masterKey })
  const { code, stdout } = await policy('--list', 'ofac_sdn=2027-01-01', '--threshold', '0.86')
  assert.is(code, 0)
  assert.match(stdout, 'All were screened again with the threshold 0.86, against:')
  assert.match(stdout, '  SDN, version 2027-01-01 (')
  const unknown = await policy('--list', 'ofac_sdn=1999')
  assert.is(unknown.code, 1)
  assert.match(unknown.stderr, 'list_versions.0.version must be a version of ofac_sdn that is held: ')
  for (const args of [
    ['--list', 'ofac_sdn'],
    ['--threshold', '90'],
    ['--threshold', ''],
    ['--threshold', '0.4'],
  ])
    assert.is((await policy(...args)).code, 2, args.join(' '))
})

test('a trial that a kill cuts off says so after the restart, and another one runs to its end', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'probity-killed-'))
  const env = environment(folder)
  let program = await startProgram(env)
  const ask = async (path: string, body?: object): Promise<Body> => {
    const headers = { Authorization: `Bearer ${liveKey}`, 'Content-Type': 'application/json' }
    return (await fetch(program.url + path, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) })).json()
  }
  try {
    await ask('/v1/businesses', { ...acme })
    await until('it is reviewed', async () => (await ask('/v1/businesses')).data[0]?.status === 'in_review')
    // Opening the lists takes the trial longer than the kill takes to arrive.
    const asked = { definition, list_versions: [{ list: 'ofac_sdn', version: 'sample' }] }
    const { id, status } = await ask('/v1/policy_trials', asked)
    assert.is(status, 'running')
    await program.end('SIGKILL')
    program = await startProgram(env)
    await until('it is told as interrupted', async () => (await ask(`/v1/policy_trials/${id}`)).status === 'interrupted')
    const again = await ask('/v1/policy_trials', asked)
    await until('the next one ends', async () => (await ask(`/v1/policy_trials/${again.id}`)).status === 'completed')
    assert.equal((await ask(`/v1/policy_trials/${again.id}`)).done, 1)
    assert.is((await ask(`/v1/policy_trials/${id}`)).status, 'interrupted')
  } finally {
    await program.end('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
})

test.run()
