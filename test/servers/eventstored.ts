// The EventStoreDB that tests over servers run on: the program that EVENTSTORED names, the image of docker-compose.yml where a Docker engine answers,
// or else the server of ./eventstore.ts in this process.
import { EventStoreDBClient } from '@eventstore/db-client'
import { composeImage, dockerVersion } from './docker.ts'
import { type EventStoreServer, startEventStoreServer } from './eventstore.ts'
import { freePort, orEndFile, type Program, run, runContainer, runProgram, type Supervised } from './supervised.ts'

export type EventStore = Omit<Supervised, 'port'> & {
  readonly url: string
  /** The server of ours, which can be told to fail; undefined on a real one. */
  readonly standIn: EventStoreServer | undefined
}

const name = 'EventStoreDB'

/** It listens without TLS. A file whose server cannot be started ends with one line. */
export const startEventStore = (): Promise<EventStore> => orEndFile(started())

/** @throws Error of one line */
export const started = async (): Promise<EventStore> => {
  const supervised = process.env.EVENTSTORED
    ? await runProgram(await programAt(process.env.EVENTSTORED))
    : (await dockerVersion())
      ? await runContainer({ name, image: composeImage('eventstore/eventstore'), port: 2113, environment: settings, serves })
      : undefined
  if (supervised) return { ...supervised, url: urlAt(supervised.port), standIn: undefined }
  const standIn = await startEventStoreServer()
  const inThisProcess = () => Promise.reject(new Error('a server in this process cannot be frozen'))
  return {
    url: standIn.url,
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

const urlAt = (port: number) => `esdb://127.0.0.1:${port}?tls=false`

/** One node without TLS, alone. */
const settings = {
  EVENTSTORE_INSECURE: 'true',
  EVENTSTORE_RUN_PROJECTIONS: 'None',
  EVENTSTORE_START_STANDARD_PROJECTIONS: 'false',
  EVENTSTORE_TELEMETRY_OPTOUT: 'true',
}

/** The same as options, with ports and folders of its own. Those names are EventStoreDB's from 23.10 on. */
const programAt = async (file: string): Promise<Program> => {
  const replicationPort = await freePort()
  return {
    name,
    file,
    serves,
    arguments: (port, state) => [
      '--insecure',
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
const serves = async (port: number): Promise<boolean> => {
  const client = EventStoreDBClient.connectionString(urlAt(port))
  try {
    await Array.fromAsync(client.readAll({ maxCount: 1 }))
    return true
  } catch {
    return false
  } finally {
    await client.dispose()
  }
}
