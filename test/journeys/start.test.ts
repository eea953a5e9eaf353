// How the program starts, and how it says that it cannot.
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../eventually.ts'
import { environment, launchProgram, type Program, runProgram, startProgram } from './program.ts'
import { liveKey, testKey } from './service.ts'

const test = suite('start')
let dataDir: string
let program: Program | undefined
test.before.each(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'probity-start-'))
})
test.after.each(async () => {
  await program?.end('SIGKILL')
  program = undefined
  rmSync(dataDir, { recursive: true, force: true })
})

const start = async (change: NodeJS.ProcessEnv = {}) => {
  program = await startProgram({ ...environment(dataDir), ...change })
  return program
}

const stop = async () => {
  const ended = await program?.end('SIGTERM')
  program = undefined
  return ended
}

const answers = async (url: string, key: string) =>
  (await fetch(`${url}/v1/businesses`, { headers: { Authorization: `Bearer ${key}` } })).status

test('the first start makes an account with two keys and a user, and shows them once with a line to paste', async () => {
  const first = await start({ BOOTSTRAP_TEST_KEY: '', BOOTSTRAP_LIVE_KEY: '' })
  const output = first.output()
  const [testing, live] = [/bvs_test_\w{40}/.exec(output)?.[0], /bvs_live_\w{40}/.exec(output)?.[0]]
  assert.ok(testing && live)
  assert.match(output, /sign in {4}\S+@\S+ \/ \S{12,}/)
  assert.match(output, `curl -s ${first.url}/v1/businesses`)
  assert.equal(
    [await answers(first.url, testing), await answers(first.url, live), await answers(first.url, `${testing}x`)],
    [200, 200, 401],
  )
  await stop()
  for (const file of ['events.sqlite', 'read-models.sqlite', 'authentication.sqlite', 'records.sqlite'])
    assert.not.ok(readFileSync(join(dataDir, file)).includes(testing), `the key stands nowhere in ${file}`)
  const second = await start()
  assert.not.match(second.output(), 'bvs_')
  assert.is(await answers(second.url, testing), 200)
})

test('words behind the command start nothing: they are answered with the setting to use, or with help', async () => {
  const wrong = await runProgram(environment(dataDir), ['--data-dir=/secret', '--port', '80'])
  assert.equal(
    [wrong.code, wrong.stdout, wrong.stderr],
    [
      2,
      '',
      'probity: the service takes no arguments, but was given "--data-dir": settings come from the environment, as in DATA_DIR=VALUE npm start\n',
    ],
  )
  const helped = await runProgram(environment(dataDir), ['--help'])
  assert.equal([helped.code, helped.stderr], [0, ''])
  assert.match(helped.stdout, 'PORT=4000 DATA_DIR=/srv/probity npm start')
  assert.equal(readdirSync(dataDir), [])
})

test('a start that is told to end does so, also as the first process of a container, and the next one goes on', async () => {
  const { child, stderr } = launchProgram(environment(dataDir))
  const ending = once(child, 'close')
  await until('it has the folder', async () => readdirSync(dataDir).includes('owner.json'))
  child.kill('SIGTERM')
  // Without a handler the signal itself ends a process, except the first one.
  assert.equal(await ending, [0, null], stderr())
  assert.is(await answers((await start()).url, testKey), 200)
  assert.is((await program?.end('SIGHUP'))?.code, 0)
  program = undefined
})

test('a variable that is probably a misspelt setting is named, and the service starts', async () => {
  const { url } = await start({ ACCESS_LOGS: 'true' })
  assert.is(await answers(url, testKey), 200)
  const { code, stderr } = (await stop()) ?? {}
  assert.is(code, 0)
  assert.match(stderr ?? '', /^probity: ACCESS_LOGS is not a setting: did you mean ACCESS_LOG\?$/m)
})

test('keys and a password given in the environment are taken at the first start, and not shown', async () => {
  const password = 'a password that was chosen'
  const { url, output } = await start({ BOOTSTRAP_PASSWORD: password })
  assert.is(await answers(url, testKey), 200)
  for (const secret of [testKey, liveKey, password]) assert.not.ok(output().includes(secret))
  assert.match(output(), /live key {3}\(as in BOOTSTRAP_LIVE_KEY\)/)
  assert.match(output(), `curl -s ${url}/v1/businesses -H "Authorization: Bearer $BOOTSTRAP_TEST_KEY"`)
})

test('a first start that was killed half-way is finished by the next one', async () => {
  for (const share of [0.3, 0.5, 0.7, 0.9]) {
    const { child } = await launchProgram(environment(dataDir))
    await new Promise((resolve) => setTimeout(resolve, share * 1_500))
    child.kill('SIGKILL')
    await new Promise((resolve) => child.once('close', resolve))
  }
  const { url } = await start()
  assert.is(await answers(url, testKey), 200)
})

test('the master key and the data folder are for their owner alone', async () => {
  const folder = join(dataDir, 'made')
  await start({ DATA_DIR: folder })
  assert.is(statSync(folder).mode & 0o077, 0)
  assert.is(statSync(join(folder, 'master.key')).mode & 0o077, 0)
})

/** Files and folders in the folder that others than the owner have a right to. */
const openToOthers = (folder: string): readonly string[] =>
  ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].filter((name) => (statSync(join(folder, name)).mode & 0o077) !== 0)

test('all files of the data folder are for their owner alone, also those of an earlier release', async () => {
  const folder = join(dataDir, 'used')
  const { url } = await start({ DATA_DIR: folder })
  assert.is(await answers(url, testKey), 200)
  assert.equal(openToOthers(folder), [], 'while the service runs')
  await stop()

  mkdirSync(join(folder, 'documents', 'ab'), { recursive: true })
  writeFileSync(join(folder, 'documents', 'ab', 'old'), 'x')
  for (const name of ['', 'events.sqlite', 'records.sqlite', 'documents', 'documents/ab']) chmodSync(join(folder, name), 0o755)
  chmodSync(join(folder, 'documents/ab/old'), 0o644)
  assert.is(openToOthers(folder).length, 6)
  await start({ DATA_DIR: folder })
  assert.equal(openToOthers(folder), [], 'after the next start')
  assert.is(statSync(join(folder, 'documents/ab/old')).mode & 0o777, 0o600)
})

test('a second program on the same data folder is refused in one line that says who has it', async () => {
  const { url, child } = await start()
  const { code, stderr, stdout } = await runProgram(environment(dataDir))
  assert.is(code, 1)
  assert.is(stdout, '')
  assert.match(stderr, new RegExp(`^probity: data folder .+ is in use by process ${child.pid}, listening on ${url}\\n$`))
  assert.is(await answers(url, testKey), 200)
})

const oneLine = async (change: NodeJS.ProcessEnv, expected: RegExp) => {
  const { code, stdout, stderr } = await runProgram({ ...environment(dataDir), ...change })
  assert.is(code, 1, stderr)
  assert.is(stdout, '')
  assert.is(stderr.trimEnd().split('\n').length, 1, stderr)
  assert.match(stderr, expected)
}

test('a wrong setting ends the program with one line and exit code 1', async () => {
  await oneLine({ PORT: 'many' }, /^probity: PORT must be a whole number from 0 to 65535, but is "many"\n$/)
  await oneLine({ MASTER_KEY: 'short' }, /^probity: MASTER_KEY must be 32 bytes in Base64/)
})

test('a port that is taken ends the program with one line', async () => {
  const { url } = await start()
  await oneLine({ DATA_DIR: join(dataDir, 'other'), PORT: new URL(url).port }, /^probity: .*address already in use/)
})

test('a first start that cannot listen makes no keys, so that the next one shows them', async () => {
  const { url, end } = await start({ DATA_DIR: join(dataDir, 'other') })
  await oneLine({ PORT: new URL(url).port, BOOTSTRAP_TEST_KEY: '' }, /^probity: HOST 127\.0\.0\.1, PORT \d+ cannot be listened on/)
  await end('SIGKILL')
  const first = await start({ BOOTSTRAP_TEST_KEY: '' })
  const shown = /bvs_test_\w{40}/.exec(first.output())?.[0] ?? 'none'
  assert.is(await answers(first.url, shown), 200)
})

test('the first start tells people the addresses that they reach it by', async () => {
  const shown = async (change: NodeJS.ProcessEnv) => {
    const { url, output, end } = await start({ DATA_DIR: join(dataDir, 'shown'), ...change })
    await end('SIGKILL')
    rmSync(join(dataDir, 'shown'), { recursive: true })
    return { port: new URL(url).port, dashboard: /dashboard {2}(.*)/.exec(output())?.[1], api: /curl -s (\S*)\/v1/.exec(output())?.[1] }
  }
  const here = await shown({})
  assert.equal([here.dashboard, here.api], Array(2).fill(`http://127.0.0.1:${here.port}`))
  const everywhere = await shown({ HOST: '0.0.0.0' })
  assert.equal([everywhere.dashboard, everywhere.api], Array(2).fill(`http://localhost:${everywhere.port}`))
  const [base, app] = ['https://probity.example', 'https://app.example']
  const { dashboard, api } = await shown({ HOST: '0.0.0.0', BASE_URL: base })
  assert.equal([dashboard, api], [base, base])
  const apart = await shown({ BASE_URL: base, APP_URL: app })
  assert.equal([apart.dashboard, apart.api], [app, base])
})

test('a data folder that is a file, or a master key that is none, ends the program with one line', async () => {
  const file = join(dataDir, 'file')
  writeFileSync(file, 'x')
  await oneLine({ DATA_DIR: file }, /^probity: data folder .+ cannot be used/)
  const folder = join(dataDir, 'folder')
  await start({ DATA_DIR: folder })
  await stop()
  chmodSync(join(folder, 'master.key'), 0o600)
  writeFileSync(join(folder, 'master.key'), 'short\n')
  await oneLine({ DATA_DIR: folder }, /^probity: .+master\.key does not hold 32 bytes in Base64\n$/)
})

test('a master key that is not the one of the data folder ends the program with one line', async () => {
  await start()
  await stop()
  await oneLine(
    { MASTER_KEY: Buffer.alloc(32, 7).toString('base64') },
    /^probity: the master key .+ is not the one that the data was written with\n$/,
  )
})

test.run()
