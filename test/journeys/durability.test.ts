// What was acknowledged stays: the real program is killed again and again while 64 clients create businesses, it ends by request as well,
// and its disk takes no more for a while.
// At full size: KILL_ROUNDS=20 npm test -- durability
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { differencesFromRebuild } from '../../src/audit/rebuild.ts'
import { verifyLog } from '../../src/audit/verify.ts'
import { projections } from '../../src/projections/all.ts'
import type { BusinessDocument } from '../../src/projections/businesses.ts'
import { openEmbeddedDocumentStore } from '../../src/stores/embedded/document-store.ts'
import { openEventLog } from '../../src/stores/event-log.ts'
import { openKeyRing } from '../../src/stores/key-ring.ts'
import { openStores } from '../../src/stores/open.ts'
import { eventually, until } from '../eventually.ts'
import { filled } from '../filled.ts'
import { visitor } from '../pages/browser.ts'
import { environment, type Program, startProgram } from './program.ts'
import { testKey } from './service.ts'

const test = suite('durability')

const rounds = Number(process.env.KILL_ROUNDS ?? 8)
const clients = 64
/** The most creates of a client in a round. */
const createsEach = 8

type Create = {
  readonly name: string
  readonly key: string | undefined
  readonly uniqueId: string | undefined
  readonly body: string
  id?: string
}

const createOf = (name: string, n: number): Create => {
  const uniqueId = n % 4 === 1 ? `unique ${name}` : undefined
  const people = n % 4 === 2 ? { people: [{ name: 'Ann Doe', dob: '1970-01-02' }], tin: { tin: '12-3456789' } } : {}
  const request = { name, addresses: [{ full_address: '1 Main St, Portland, OR 97201' }], ...people, unique_external_id: uniqueId }
  return { name, key: n % 4 === 3 ? randomUUID() : undefined, uniqueId, body: JSON.stringify(request) }
}

/** Sends it and notes the id of the business when it is acknowledged; false when the connection broke. */
const send = async (url: string, create: Create): Promise<boolean> => {
  const answer = await ask(url, create)
  if (answer !== undefined) assert.is(answer.status, 201, JSON.stringify(answer.body))
  return answer !== undefined
}

/** The same, whatever is answered; undefined when the connection broke. */
const ask = async (url: string, create: Create) => {
  const headers = {
    Authorization: `Bearer ${testKey}`,
    'Content-Type': 'application/json',
    ...(create.key === undefined ? {} : { 'Idempotency-Key': create.key }),
  }
  const answer = await fetch(`${url}/v1/businesses`, { method: 'POST', headers, body: create.body }).catch(() => undefined)
  const body = await answer?.json().catch(() => undefined)
  if (answer === undefined || body === undefined) return undefined
  if (answer.status === 201) {
    const { id } = body as { readonly id: string }
    if (create.id !== undefined) assert.is(id, create.id, 'the same Idempotency-Key answers with the same business')
    create.id = id
  }
  return { status: answer.status, retryAfter: answer.headers.get('Retry-After'), body }
}

/** 64 clients at work until they have asked for all they want, or the program is gone. */
const crowd = (url: string, label: string, all: Create[], isOver = () => false): Promise<unknown> =>
  Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let n = 0; n < createsEach && !isOver(); n++) {
        const create = createOf(`Company ${label} ${client} ${n}`, client + n)
        all.push(create)
        if (!(await send(url, create))) return
      }
    }),
  )

/** Every promise about the folder of a service that has ended, held against what its clients know. */
const checkFolder = async (dataDir: string, all: readonly Create[]) => {
  const stores = await openStores({ dataDir, eventStoreUrl: null, mongoUrl: null, masterKey: null, acceptLostKeys: false })
  const scratch = mkdtempSync(join(tmpdir(), 'probity-rebuild-'))
  const rebuilt = await openEmbeddedDocumentStore({ folder: scratch })
  try {
    const { documents } = stores
    const log = openEventLog({ store: stores.events, keyRing: openKeyRing({ records: documents.records, masterKey: stores.masterKey }) })
    await documents.define(projections.map(({ spec }) => spec))

    const acknowledged = all.filter(({ id }) => id !== undefined)
    for (const { id, name } of filled(acknowledged)) {
      const held = (await documents.get('businesses', id as string)) as BusinessDocument | undefined
      assert.is(held?.name, name, 'an acknowledged business is there')
    }
    const byName = new Map<string, number>()
    for await (const { document } of documents.all('businesses'))
      byName.set(String(document?.name), (byName.get(String(document?.name)) ?? 0) + 1)
    assert.equal(
      [...byName].filter(([, times]) => times > 1),
      [],
      'no business is there twice',
    )

    const { events, problems } = await verifyLog({ store: stores.events, contiguous: true })
    assert.equal(problems, [])
    assert.ok(events > acknowledged.length * 2)
    assert.equal((await differencesFromRebuild({ log, documents, scratch: rebuilt, projections })).differences, [])
    return { acknowledged: acknowledged.length, businesses: byName.size, events }
  } finally {
    await rebuilt.close()
    await stores.close()
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** Resolves when the program's read models stand at the end of its log, and its processes have done or noted all they had to. */
const caughtUp = async ({ url }: Program) => {
  for (let before = ''; ; ) {
    const metrics = await (await fetch(`${url}/metrics`)).text()
    const positions = ['probity_projected_position', 'probity_processed_position'].map(
      (name) => new RegExp(`^${name} (\\d+)`, 'm').exec(metrics)?.[1],
    )
    const now = positions.join()
    if (positions[0] === positions[1] && now === before) return
    before = now
    await new Promise((resolve) => setTimeout(resolve, 400))
  }
}

const withFolder = async (use: (dataDir: string) => Promise<void>) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'probity-durability-'))
  try {
    await use(dataDir)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

test(`nothing acknowledged is lost or doubled by ${rounds} kills while ${clients} clients create businesses`, () =>
  withFolder(async (dataDir) => {
    const all: Create[] = []
    for (let round = 0; round < rounds; round++) {
      const program = await startProgram(environment(dataDir))
      // Whoever has an Idempotency-Key and no answer asks again, as clients do; some who have one as well.
      const repeated = all.filter(({ key, id }, n) => key !== undefined && (id === undefined || n % 10 === 0)).slice(-40)
      const working = Promise.all([crowd(program.url, `${round}`, all), ...repeated.map((create) => send(program.url, create))])
      const acknowledgedBefore = all.filter(({ id }) => id !== undefined).length
      while (all.filter(({ id }) => id !== undefined).length === acknowledgedBefore) await new Promise((resolve) => setTimeout(resolve, 1))
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 600))
      const { signal } = await program.end('SIGKILL')
      assert.is(signal, 'SIGKILL')
      await working
    }
    const last = await startProgram(environment(dataDir))
    for (const create of filled(all.filter(({ key }) => key !== undefined))) assert.ok(await send(last.url, create))
    await caughtUp(last)
    assert.is((await last.end('SIGTERM')).code, 0)
    const counted = await checkFolder(dataDir, all)
    console.log(`  ${rounds} kills: ${all.length} creates asked for, ${JSON.stringify(counted)}`)
    assert.ok(counted.acknowledged > 0)
  }))

test('SIGTERM answers the requests in flight, loses nothing, and ends with exit code 0', () =>
  withFolder(async (dataDir) => {
    const all: Create[] = []
    for (let round = 0; round < 3; round++) {
      const program = await startProgram(environment(dataDir))
      let told = false
      const working = crowd(program.url, `${round}`, all, () => told)
      // A connection that the program has not accepted yet is none of its own: each client has had its first answer.
      const firsts = () => all.filter(({ name, id }) => id !== undefined && new RegExp(`^Company ${round} \\d+ 0$`).test(name))
      await eventually('each client has had an answer', () => firsts().length === clients)
      const inFlight = all.filter(({ id }) => id === undefined)
      told = true
      const { code, stderr } = await program.end('SIGTERM')
      await working
      assert.is(code, 0, stderr)
      assert.ok(inFlight.length > 0)
      assert.match(stderr, /^probity: SIGTERM, finishing the work in progress\n$/)
      for (const { id, name } of inFlight) assert.ok(id !== undefined, `${name} was in flight and was answered`)
    }
    const last = await startProgram(environment(dataDir))
    await caughtUp(last)
    assert.is((await last.end('SIGINT')).code, 0)
    await checkFolder(dataDir, all)
  }))

/** No file of the program may grow beyond so many bytes, `unlimited` again: its disk takes no more. Only Linux can do that to a process that runs. */
const limitFiles = ({ child }: Program, bytes: number | 'unlimited') =>
  spawnSync('prlimit', ['--pid', String(child.pid), `--fsize=${bytes}:`])
const canLimit = spawnSync('prlimit', ['--version']).status === 0

const onLinux = canLimit ? test : test.skip
onLinux('a disk that takes no more is told to those who write, keeps nobody from reading, and needs no restart once it takes more', () =>
  withFolder(async (dataDir) => {
    const all: Create[] = []
    const program = await startProgram(environment(dataDir))
    const first = createOf('Company before', 0)
    assert.ok(await send(program.url, first))
    limitFiles(program, 1_500_000)
    let refused: Awaited<ReturnType<typeof ask>>
    const fill = async (client: number) => {
      for (let n = 0; !refused; n++) {
        const create = createOf(`Company ${client} ${n}`, n)
        all.push(create)
        const answer = await ask(program.url, create)
        if (answer?.status !== 201) refused ??= answer
      }
    }
    await Promise.all(Array.from({ length: clients }, (_, client) => fill(client)))
    assert.is(refused?.status, 503)
    assert.ok(Number(refused?.retryAfter) > 0, 'when to try again is told')
    const headers = { Authorization: `Bearer ${testKey}` }
    assert.is((await fetch(`${program.url}/v1/businesses/${first.id}`, { headers })).status, 200)
    limitFiles(program, 'unlimited')
    const later = createOf('Company after', 0)
    await until('writing works again', async () => (await ask(program.url, later))?.status === 201)
    await caughtUp(program)
    assert.is((await program.end('SIGTERM')).code, 0)
    await checkFolder(dataDir, [first, ...all, later])
  }),
)

/** A small disk of its own for a data folder. Needs the right to mount. */
const withDisk = async (use: (folder: string) => Promise<void>) =>
  withFolder(async (folder) => {
    assert.is(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', folder]).status, 0)
    try {
      await use(folder)
    } finally {
      spawnSync('umount', ['--lazy', folder])
    }
  })

const canMount = (() => {
  const folder = mkdtempSync(join(tmpdir(), 'probity-mount-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]).status === 0
  if (mounted) spawnSync('umount', [folder])
  rmSync(folder, { recursive: true, force: true })
  return mounted
})()

/** Takes what room is left, to the last byte. */
const fillUp = (file: string) => spawnSync('dd', ['if=/dev/zero', `of=${file}`, 'bs=512', 'oflag=append', 'conv=notrunc'])

const withDisks = canMount ? test : test.skip
withDisks('on a full disk writes are answered 503 and reads go on, after a kill and a stop too; with room again writes go on', () =>
  withDisk(async (disk) => {
    const admin = { email: 'admin@example.com', password: 'a password that nobody guesses' }
    const bootstrap = { BOOTSTRAP_EMAIL: admin.email, BOOTSTRAP_PASSWORD: admin.password }
    const env = { ...environment(join(disk, 'data')), ...bootstrap, LOG_LEVEL: 'warn' }
    const all: Create[] = []
    const headers = { Authorization: `Bearer ${testKey}` }
    const write = async (program: Program) => {
      const create = createOf(`Company ${all.length}`, all.length)
      all.push(create)
      return ask(program.url, create)
    }
    /** The service writes into the room that its own files have, which is little, and then refuses. */
    const refuses = async (program: Program) => {
      let answer = await write(program)
      while (answer?.status === 201) answer = await write(program)
      assert.is(answer?.status, 503, JSON.stringify(answer?.body))
      assert.ok(Number(answer?.retryAfter) > 0, 'when to try again is told')
    }
    const reads = async (program: Program) => {
      const known = all.find(({ id }) => id !== undefined) as Create
      await until('the business is read', async () => (await fetch(`${program.url}/v1/businesses/${known.id}`, { headers })).status === 200)
      assert.is((await fetch(`${program.url}/v1/businesses?per_page=5`, { headers })).status, 200)
      assert.is((await fetch(`${program.url}/v1/businesses/${known.id}`, { headers })).status, 200)
    }

    /** The list notes which connections it showed, and sign-in starts a session. */
    const connectionsAreRead = async ({ url }: Program) => {
      const known = all.find(({ id }) => id !== undefined) as Create
      const list = await fetch(`${url}/v1/businesses/${known.id}/connections`, { headers })
      assert.is(list.status, 200)
      assert.ok(((await list.json()) as { readonly data: readonly unknown[] }).data.length > 0)
    }
    const refusesSignIn = async ({ url }: Program) => {
      const guest = visitor(url)
      const page = await guest.get('/sign-in')
      const answer = page.status === 503 ? page : await guest.form('/sign-in', admin)
      assert.is(answer.status, 503)
      assert.ok(Number(answer.headers.get('Retry-After')) > 0, 'when to try again is told')
    }

    const filled = await startProgram(env)
    for (let n = 0; n < 8; n++) assert.is((await write(filled))?.status, 201)
    await caughtUp(filled)
    fillUp(join(disk, 'filler'))
    await refuses(filled)
    await reads(filled)
    await connectionsAreRead(filled)
    await refusesSignIn(filled)
    const told = filled
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
    assert.is(told.filter((line) => line.includes('a store is away')).length, 1, told.join('\n'))
    assert.not.match(told.join('\n'), /"stack"/)
    await filled.end('SIGKILL')

    fillUp(join(disk, 'filler'))
    const killed = await startProgram(env)
    await reads(killed)
    await refuses(killed)
    assert.is((await killed.end('SIGTERM')).code, 0)

    fillUp(join(disk, 'filler'))
    const stopped = await startProgram(env)
    await reads(stopped)
    await refuses(stopped)
    rmSync(join(disk, 'filler'))
    await until('writing works again', async () => (await write(stopped))?.status === 201)
    assert.is((await visitor(stopped.url).signIn(admin)).status, 303)
    await caughtUp(stopped)
    assert.is((await stopped.end('SIGTERM')).code, 0)
    await checkFolder(join(disk, 'data'), all)
  }),
)

test.run()
