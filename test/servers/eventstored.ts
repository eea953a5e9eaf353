// The EventStoreDB that tests over servers run on: the program that EVENTSTORED names, the image of docker-compose.yml where a Docker engine answers,
// or else the server of ./eventstore.ts in this process.
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { EventStoreDBClient } from '@eventstore/db-client'
import { freePort } from '../free-port.ts'
import { composeImage, dockerVersion } from './docker.ts'
import { type EventStoreServer, type Security as SecurityOfStandIn, startEventStoreServer } from './eventstore.ts'
import { orEndFile, type Program, run, runContainer, runProgram, type Supervised } from './supervised.ts'

export type EventStore = Omit<Supervised, 'port'> & {
  readonly url: string
  /** The server of ours, which can be told to fail; undefined on a real one. */
  readonly standIn: EventStoreServer | undefined
}

const name = 'EventStoreDB'

/** What a server asks of its clients: TLS with these files, and the passwords of its two users. */
export type Security = {
  /** For `localhost`. */
  readonly certificate: string
  readonly key: string
  /** In a folder that holds nothing else. */
  readonly ca: string
  /** Of `admin`, who may do anything, and of `ops`, who may not read the log. */
  readonly passwords: { readonly admin: string; readonly ops: string }
}

/** It listens without TLS unless it is told to. A file whose server cannot be started ends with one line. */
export const startEventStore = (security?: Security): Promise<EventStore> => orEndFile(started(security))

/** @throws Error of one line */
export const started = async (security?: Security): Promise<EventStore> => {
  const supervised = process.env.EVENTSTORED
    ? await runProgram(await programAt(process.env.EVENTSTORED, security))
    : !security && (await dockerVersion())
      ? await runContainer({ name, image: composeImage('eventstore/eventstore'), port: 2113, environment: settings, serves })
      : undefined
  if (supervised) return { ...supervised, url: urlAt(supervised.port, security), standIn: undefined }
  const standIn = await startEventStoreServer(security ? { security: asOfStandIn(security) } : {})
  const inThisProcess = () => Promise.reject(new Error('a server in this process cannot be frozen'))
  return {
    url: urlAt(standIn.port, security),
    standIn,
    kill: standIn.stop,
    restart: standIn.restart,
    freeze: inThisProcess,
    thaw: inThisProcess,
    stop: standIn.stop,
  }
}

/** Which one it is, with its version. */
export const eventStoreEngine = async (): Promise<string> => {
  const { EVENT_STORE_URL: url, EVENTSTORED: file } = process.env
  const own = file
    ? await versionOf(file).then(
        (version) => `${file} (${version})`,
        () => `${file}, which cannot be started`,
      )
    : await dockerVersion().then((docker) => (docker ? `${composeImage('eventstore/eventstore')} (Docker ${docker})` : undefined))
  if (url) return `the one at EVENT_STORE_URL where a test shares it, and ${own ?? standInName}`
  return own ?? standInName
}

const standInName = 'the stand-in of test/servers, which answers as 23.10 does'

const versionOf = async (file: string): Promise<string> =>
  (await run(file, ['--version'], { timeout: 60_000 })).stdout.trim().split('\n')[0] ?? ''

const urlAt = (port: number, security?: Security) =>
  security
    ? `esdb://admin:${encodeURIComponent(security.passwords.admin)}@localhost:${port}?tls=true&tlsCAFile=${encodeURIComponent(security.ca)}`
    : `esdb://127.0.0.1:${port}?tls=false`

export const asOfStandIn = ({ certificate, key, passwords }: Omit<Security, 'ca'>): SecurityOfStandIn => ({
  certificate: readFileSync(certificate, 'utf8'),
  key: readFileSync(key, 'utf8'),
  admin: { name: 'admin', password: passwords.admin },
  withoutRights: { name: 'ops', password: passwords.ops },
})

/** One node without TLS, alone. */
const settings = {
  EVENTSTORE_INSECURE: 'true',
  EVENTSTORE_RUN_PROJECTIONS: 'None',
  EVENTSTORE_START_STANDARD_PROJECTIONS: 'false',
  EVENTSTORE_TELEMETRY_OPTOUT: 'true',
}

/** The same as options, with ports and folders of its own. Those names are EventStoreDB's from 23.10 on. */
const programAt = async (file: string, security?: Security): Promise<Program> => {
  const replicationPort = await freePort()
  return {
    name,
    file,
    serves: (port) => serves(port, security),
    ...(security
      ? {
          environment: {
            EVENTSTORE_DEFAULT_ADMIN_PASSWORD: security.passwords.admin,
            EVENTSTORE_DEFAULT_OPS_PASSWORD: security.passwords.ops,
          },
        }
      : {}),
    arguments: (port, state) => [
      ...(security
        ? [
            `--certificate-file=${security.certificate}`,
            `--certificate-private-key-file=${security.key}`,
            `--trusted-root-certificates-path=${dirname(security.ca)}`,
            '--node-host-advertise-as=localhost',
          ]
        : ['--insecure']),
      '--node-ip=127.0.0.1',
      `--node-port=${port}`,
      '--replication-ip=127.0.0.1',
      `--replication-port=${replicationPort}`,
      `--db=${state}/db`,
      `--index=${state}/index`,
      `--log=${state}/log`,
      '--run-projections=None',
      '--start-standard-projections=false',
      '--telemetry-optout=true',
    ],
  }
}

/** A node opens its port before it serves its log. */
const serves = async (port: number, security?: Security): Promise<boolean> => {
  const client = EventStoreDBClient.connectionString(urlAt(port, security))
  try {
    await Array.fromAsync(client.readAll({ maxCount: 1 }))
    return true
  } catch {
    return false
  } finally {
    await client.dispose()
  }
}
