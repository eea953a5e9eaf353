// Which servers the tests over servers run on: the program that EVENTSTORED names and Docker's images, tried with a script that takes EventStoreDB's
// options and with a `docker` of ours. Both start the test server as a process of its own.
import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { generate } from 'selfsigned'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { EventStore } from '../../src/stores/event-store.ts'
import { openEventStoreDB } from '../../src/stores/eventstoredb/event-store.ts'
import { all, someEvents } from '../contract/sample-events.ts'
import { failureOf } from '../failure.ts'

const test = suite('the servers of the tests over servers')
const folder = mkdtempSync(join(tmpdir(), 'probity-engines-'))
const standIn = [process.execPath, '--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'eventstore/program.ts')]
const path = process.env.PATH

/** A program in a folder of its own. */
const script = (name: string, text: string): string => {
  const file = join(folder, name)
  writeFileSync(file, `#!/bin/sh\n${text}\n`)
  chmodSync(file, 0o755)
  return file
}

const eventstored = script('eventstored', `exec ${standIn.join(' ')} "$@"`)

test.after.each(() => {
  delete process.env.EVENTSTORED
  process.env.PATH = path
})
test.after(() => rmSync(folder, { recursive: true }))

/** In a process of its own, because Docker is asked once in each. */
const inProcess = (code: string, environment: NodeJS.ProcessEnv): Promise<{ readonly code: number; readonly said: string }> =>
  new Promise((resolve) => {
    const { EVENT_STORE_URL, MONGODB_URL, EVENTSTORED, MONGOD, ...inherited } = process.env
    const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', code]
    execFile(
      process.execPath,
      args,
      { cwd: join(import.meta.dirname, '../..'), env: { ...inherited, ...environment } },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
    )
  })

const lines = "import { engines } from './test/servers/engines.ts'; console.log((await engines()).join('\\n')); process.exit(0)"

/** What is true of any engine: what was acknowledged is there after a kill, and a frozen one answers nothing. */
const outlivesKillsAndFreezes = async (server: Awaited<ReturnType<typeof import('./eventstored.ts').started>>) => {
  const open = (deadline: number): Promise<EventStore> => openEventStoreDB({ url: server.url, deadline })
  const store = await open(60_000)
  try {
    await store.append('a-1', someEvents(3), -1)
    await server.kill()
    const impatient = failureOf(open(500).then((opened) => opened.read('a-1').finally(opened.close)))
    assert.instance(await impatient, Error)
    await server.restart()
    assert.is((await store.read('a-1')).length, 3)
    await store.append('a-1', someEvents(2), 2)
    await server.freeze()
    let answered = false
    const reading = all(store.readAll()).then((events) => {
      answered = true
      return events
    })
    assert.instance(await failureOf(open(500).then((opened) => opened.read('a-1').finally(opened.close))), Error)
    assert.is(answered, false)
    await server.thaw()
    assert.is((await reading).length, 5)
  } finally {
    await store.close()
    await server.stop()
  }
}

test('EVENTSTORED names a program that takes EventStoreDB’s options: it is killed, brought back and frozen as one', async () => {
  process.env.EVENTSTORED = eventstored
  const { started } = await import('./eventstored.ts')
  const server = await started()
  assert.is(server.standIn, undefined)
  await outlivesKillsAndFreezes(server)
})

test('it speaks TLS and knows its two users where a file asks for that', async () => {
  process.env.EVENTSTORED = eventstored
  const { started } = await import('./eventstored.ts')
  const { cert, private: privateKey } = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
    ],
  })
  const [certificate, key] = [join(folder, 'tls.crt'), join(folder, 'tls.key')]
  writeFileSync(certificate, cert)
  writeFileSync(key, privateKey)
  const server = await started({ certificate, key, ca: certificate, passwords: { admin: 'first', ops: 'second' } })
  const failure = async (url: string) => {
    const store = await openEventStoreDB({ url, deadline: 60_000 })
    return String(await failureOf(store.read('a-1').finally(store.close)))
  }
  try {
    assert.is(await failure(server.url), 'undefined')
    assert.match(await failure(server.url.replace('first', 'wrong')), /check the user and password/)
    assert.match(await failure(server.url.replace('admin:first', 'ops:second')), /must read \$all/)
  } finally {
    await server.stop()
  }
})

test('the first lines name the engines with their versions', async () => {
  const mongod = script('mongod', 'echo "db version v8.0.4"')
  const { said } = await inProcess(lines, { EVENTSTORED: eventstored, MONGOD: mongod })
  assert.is(
    said.trim(),
    [
      `EventStoreDB: ${eventstored} (EventStoreDB stand-in of test/servers, version 23.10.0)`,
      `MongoDB: ${mongod} (db version v8.0.4)`,
    ].join('\n'),
  )
})

for (const [what, file, expected] of [
  ['ends at once', script('ends', 'echo "Bad option: --insecure" >&2\nexit 7'), /it ended with 7: Bad option: --insecure/],
  ['is not there', join(folder, 'nowhere'), /nowhere ENOENT/],
] as const)
  for (const [name, variable, start] of [
    ['EventStoreDB', 'EVENTSTORED', "import { startEventStore } from './test/servers/eventstored.ts'; await startEventStore()"],
    ['MongoDB', 'MONGOD', "import { startMongoServer } from './test/servers/mongodb.ts'; await startMongoServer()"],
  ] as const)
    test(`a file whose ${name} ${what} ends with one line that says so`, async () => {
      const { code, said } = await inProcess(start, { [variable]: file })
      assert.is(code, 1)
      assert.match(said, new RegExp(`^FAILED: ${name} cannot be started with [^\\n]+\\n$`))
      assert.match(said, expected)
    })

/** A `docker` that notes its words, and runs the test server for the image. */
const fakeDocker = () => {
  const state = join(folder, 'containers')
  script(
    'docker',
    `state=${state}; mkdir -p $state; echo "$@" >> $state/words
begin() { ${standIn.join(' ')} --node-port=$(cat $state/port) --db=$state/db >/dev/null 2>&1 & echo $! > $state/pid; }
case $1 in
  version) echo 28.2.2 ;;
  run) echo "$@" | sed -E 's/.*127.0.0.1:([0-9]+):.*/\\1/' > $state/port; begin ;;
  start) begin ;;
  kill) kill -9 $(cat $state/pid); rm $state/pid ;;
  pause) kill -STOP $(cat $state/pid) ;;
  unpause) kill -CONT $(cat $state/pid) ;;
  inspect) if [ -f $state/pid ]; then echo true; else echo false; fi ;;
  rm) if [ -f $state/pid ]; then kill -9 $(cat $state/pid); fi ;;
esac`,
  )
  return { PATH: `${folder}${delimiter}${path}`, words: () => readFileSync(join(state, 'words'), 'utf8').trim().split('\n') }
}

test('where a Docker engine answers, the images of docker-compose.yml are started, killed, brought back and frozen', async () => {
  const { PATH, words } = fakeDocker()
  process.env.PATH = PATH
  const { started } = await import('./eventstored.ts')
  await outlivesKillsAndFreezes(await started())
  const said = words()
  assert.match(said.find((line) => line.startsWith('run')) ?? '', /--env EVENTSTORE_INSECURE=true .*eventstore\/eventstore:[\w.-]+$/)
  for (const word of ['kill', 'start', 'pause', 'unpause', 'rm --force --volumes'])
    assert.ok(
      said.some((line) => line.startsWith(`${word} probity-test-`)),
      `docker ${word}: ${said.join('; ')}`,
    )
  const { said: named } = await inProcess(lines, { PATH, MONGOD: undefined })
  assert.match(named, /^EventStoreDB: eventstore\/eventstore:\S+ \(Docker 28\.2\.2\)\nMongoDB: (mongo:\S+ \(Docker 28\.2\.2\)|mongod \()/)
})

test('where Docker is installed and no engine answers, the stand-ins are used', async () => {
  script('docker', 'echo "Cannot connect to the Docker daemon" >&2\nexit 1')
  const { said } = await inProcess(lines, { PATH: `${folder}${delimiter}${path}` })
  assert.match(said, /^EventStoreDB: the stand-in of test\/servers/)
})

test.run()
