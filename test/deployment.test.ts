// The files that deploy the service, read as the tools that use them would: what they refer to is there, and says the same everywhere.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { parse } from 'yaml'
import runtime from '../scripts/runtime.json' with { type: 'json' }
import { readConfig } from '../src/config.ts'
import { projections } from '../src/projections/all.ts'
import { filled } from './filled.ts'

const root = join(import.meta.dirname, '..')
const text = (file: string) => readFileSync(join(root, file), 'utf8')

type ServiceEntry = {
  readonly image: string
  readonly profiles?: readonly string[]
  readonly environment?: { readonly [name: string]: string }
  readonly depends_on?: { readonly [service: string]: { readonly condition: string; readonly required?: boolean } }
  readonly volumes?: readonly string[]
  readonly healthcheck?: { readonly test: readonly string[] }
  readonly networks?: { readonly default: { readonly ipv4_address: string } }
}
const compose = parse(text('docker-compose.yml'), { merge: true }) as {
  readonly services: { readonly [name: string]: ServiceEntry }
  readonly volumes: { readonly [name: string]: null }
}
const { services } = compose
const example = Object.fromEntries([...text('.env.example').matchAll(/^#? ?([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]))

/** Compose's `${NAME}`, `${NAME:-default}` and `${NAME:?message}`. */
const filledIn = (value: string, environment: { readonly [name: string]: string | undefined }) =>
  value.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name, kind, word) => environment[name] || (kind === '-' ? word : ''))

test('two api and two worker instances stand behind a proxy, over an event store and a MongoDB replica set', () => {
  const roles = Object.values(services).flatMap(({ environment }) => environment?.ROLES ?? [])
  assert.equal(roles.toSorted(), ['api', 'api', 'worker', 'worker'])
  const inProfile = (profile: string) => Object.keys(services).filter((name) => services[name]?.profiles?.includes(profile))
  assert.equal(inProfile('single'), ['eventstore'])
  assert.equal(inProfile('cluster'), ['eventstore1', 'eventstore2', 'eventstore3'])
  for (const api of ['api1', 'api2']) assert.ok(text('deploy/Caddyfile').includes(`${api}:3000`))
  for (const mongo of ['mongo1', 'mongo2', 'mongo3']) {
    assert.ok(services[mongo])
    assert.ok(text('deploy/mongo-init.js').includes(`'${mongo}:27017'`))
    assert.ok(services.api1?.environment?.MONGODB_URL?.includes(`${mongo}:27017`))
  }
})

test('the settings that instances are given are ones that the service takes', () => {
  const wellFilled = { ...example, MASTER_KEY: Buffer.alloc(32).toString('base64') }
  for (const name of ['api1', 'api2', 'worker1', 'worker2']) {
    const settings = Object.entries(services[name]?.environment ?? {}).map(([key, value]) => [key, filledIn(value, wellFilled)])
    const config = readConfig(Object.fromEntries(settings))
    assert.ok(config.eventStoreUrl?.startsWith('esdb://eventstore'))
    assert.is(config.trustedProxies, 1)
    const known = text('src/config.ts')
    for (const [key] of filled(settings))
      assert.ok(known.includes(`'${key}'`) || known.includes(`environment.${key}`), `${key} is a setting`)
  }
})

test('every variable of the compose file is explained in the example of its settings', () => {
  for (const [, name] of filled(text('docker-compose.yml').matchAll(/\$\{(\w+)/g)))
    assert.ok(name && name in example, `${name} is in .env.example`)
})

test('services, volumes, files and health checks that are referred to exist', () => {
  const ofEach = <Part>(parts: (service: ServiceEntry) => readonly Part[]) =>
    Object.entries(services).flatMap(([name, service]) => parts(service).map((part) => [name, part] as const))
  for (const [name, [other, { condition, required }]] of filled(ofEach(({ depends_on = {} }) => Object.entries(depends_on)))) {
    assert.ok(services[other], `${name} depends on ${other}`)
    if (services[other]?.profiles) assert.is(required, false, `${other} may be in another profile`)
    if (condition === 'service_healthy' && !other.startsWith('api'))
      assert.ok(services[other]?.healthcheck, `${other} says when it is well`)
  }
  for (const [name, volume] of filled(ofEach(({ volumes = [] }) => volumes))) {
    const [source = ''] = volume.split(':')
    assert.ok(source.startsWith('./') ? existsSync(join(root, source)) : source in compose.volumes, `${name} has ${source}`)
  }
  for (const volume of filled(Object.keys(compose.volumes)))
    assert.ok(
      Object.values(services).some(({ volumes = [] }) => volumes.some((each) => each.startsWith(`${volume}:`))),
      `${volume} is used`,
    )
})

test('nodes of the event store have addresses of their own and know the others', () => {
  const nodes = ['eventstore1', 'eventstore2', 'eventstore3']
  const addresses = nodes.map((name) => services[name]?.networks?.default.ipv4_address)
  assert.is(new Set(addresses).size, 3)
  for (const [index, name] of nodes.entries()) {
    const environment = services[name]?.environment ?? {}
    assert.is(environment.EVENTSTORE_CLUSTER_SIZE, '3')
    assert.is(environment.EVENTSTORE_INSECURE, 'true')
    assert.is(environment.EVENTSTORE_REPLICATION_IP, addresses[index])
    assert.equal(
      environment.EVENTSTORE_GOSSIP_SEED?.split(','),
      nodes.filter((each) => each !== name).map((each) => `${each}:2113`),
    )
  }
})

test('every node of the event store takes appends as long as the service may send', () => {
  const nodes = Object.values(services).filter(({ image }) => image.startsWith('eventstore/'))
  assert.equal(
    nodes.map(({ environment }) => environment?.EVENTSTORE_MAX_APPEND_SIZE),
    nodes.map(() => String(4 * 1024 * 1024)),
  )
})

test('the image starts the service with the options of npm start, and compiles it with the same', () => {
  const command = (pattern: RegExp): readonly string[] => JSON.parse(pattern.exec(text('Dockerfile'))?.[1] ?? '[]')
  assert.equal(command(/^CMD (\[.+\])$/m), ['node', ...runtime.flags, 'src/main.ts'])
  // Code that was compiled with other options is not taken.
  assert.equal(command(/^RUN (\[.+\])$/m).slice(0, -2), ['node', ...runtime.flags])
})

test('the image has the runtime that the tests ran on, and files that exist and are not kept from it', () => {
  const dockerfile = text('Dockerfile')
  const { dependencies } = JSON.parse(text('package.json')) as { readonly dependencies: { readonly node: string } }
  assert.is(/ARG NODE_VERSION=(\S+)/.exec(dockerfile)?.[1], dependencies.node)
  const allowed = text('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
  for (const [, from] of filled(dockerfile.matchAll(/^COPY (?!--)(.+) \S+$/gm)))
    for (const file of filled(from?.split(' ') ?? [])) {
      assert.ok(existsSync(join(root, file)), `${file} exists`)
      assert.ok(allowed.includes(`!${file}`), `${file} is let into the build`)
    }
  assert.match(dockerfile, /^USER node$/m)
  assert.ok(dockerfile.lastIndexOf('USER node') < dockerfile.lastIndexOf('CMD'), 'what runs does not run as root')
})

type MongoRole = {
  readonly role: string
  readonly privileges: readonly {
    readonly resource: { readonly db: string; readonly collection: string }
    readonly actions: readonly string[]
  }[]
  readonly roles: readonly { readonly role: string; readonly db: string }[]
}

test('analysts in MongoDB read what is described for them, and nothing of authentication; the service writes to both databases', () => {
  for (const existing of [null, {}]) {
    const made: MongoRole[] = []
    const connected: string[] = []
    const connect = (url: string) => {
      connected.push(url)
      return {
        getRole: () => existing,
        createRole: (role: MongoRole) => made.push(role),
        updateRole: (role: string, definition: MongoRole) => made.push({ ...definition, role }),
      }
    }
    const status = () => ({
      members: [
        { stateStr: 'SECONDARY', name: 'mongo1:27017' },
        { stateStr: 'PRIMARY', name: 'mongo2:27017' },
      ],
    })
    runInNewContext(text('deploy/mongo-init.js'), { rs: { status }, connect })
    assert.equal(connected, ['mongodb://mongo2:27017/probity'])
    const [analyst, service] = structuredClone(made) as [MongoRole, MongoRole]
    assert.equal([analyst.role, analyst.roles, service.role], ['analyst', [], 'service'])
    const described = [...text('docs/analysing.md').matchAll(/^\| `(\w+)` \| /gm)].map(([, name]) => name)
    assert.equal(
      analyst.privileges.map(({ resource }) => resource),
      described.map((collection) => ({ db: 'probity', collection })),
    )
    for (const { resource, actions } of filled(analyst.privileges)) {
      assert.equal(actions, ['find'])
      assert.is(projections.find(({ spec }) => spec.name === resource.collection)?.spec.store, undefined)
    }
    assert.equal(
      service.roles.map(({ role, db }) => `${role} ${db}`),
      ['readWrite probity', 'dbAdmin probity', 'readWrite probity_authentication', 'dbAdmin probity_authentication'],
    )
  }
})

test.run()
