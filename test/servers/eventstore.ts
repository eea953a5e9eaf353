// A small EventStoreDB for tests: its gRPC protocol over a real socket, an in-memory log behind it, and faults to order.
// It answers as a 23.10 server does, as far as our adapter and the official client look.
import gossipServices, { type IGossipServer } from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import gossip from '@eventstore/db-client/generated/gossip_pb.js'
import featureServices, { type IServerFeaturesServer } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import features from '@eventstore/db-client/generated/serverfeatures_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import streamServices, { type IStreamsServer } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import { Metadata, Server, ServerCredentials, ServerInterceptingCall, type ServerInterceptor, status } from '@grpc/grpc-js'
import { freePort } from '../free-port.ts'
import { appendTo, batchAppendTo } from './eventstore/appends.ts'
import { accessDenied, createFaults, type Faults } from './eventstore/faults.ts'
import { createLog, type Log, writeSystemEvent } from './eventstore/log.ts'
import { readFrom } from './eventstore/reads.ts'

export type Endpoint = { readonly host: string; readonly port: number }

/** A node of the cluster, as its nodes tell of it. */
export type Member = Endpoint & { readonly leads: boolean; readonly isAlive: boolean }

export type EventStoreServer = {
  /** A connection string for this node. */
  readonly url: string
  readonly host: string
  readonly port: number
  readonly faults: Faults
  readonly log: Log
  /** Calls of each kind that have come in, whatever became of them. */
  readonly calls: () => Readonly<Record<'append' | 'read' | 'subscribe', number>>
  /** Events that have been sent to readers. */
  readonly sent: () => number
  /** Writes an event of the server's own, as EventStoreDB does now and then. */
  readonly writeSystemEvent: () => void
  /** The members of the cluster that it names from now on. Before, it names itself alone. */
  readonly announce: (members: readonly Member[]) => void
  /** Breaks all connections and stops listening; the log is kept. */
  readonly stop: () => Promise<void>
  /** Listens again on the same port. */
  readonly restart: () => Promise<void>
}

/** What a server asks of its clients: TLS with this certificate and key (PEM), and one of these users. The last one may do anything but read the whole log. */
export type Security = {
  readonly certificate: string
  readonly key: string
  readonly admin: User
  readonly withoutRights?: User
}

export type User = { readonly name: string; readonly password: string }

/** Two nodes of one cluster are two servers over one `log`. */
export const startEventStoreServer = async ({
  log = createLog(),
  port: wanted,
  security,
}: {
  readonly log?: Log
  /** A free one when absent. */
  readonly port?: number
  readonly security?: Security
} = {}): Promise<EventStoreServer> => {
  const host = '127.0.0.1'
  const faults = createFaults()
  const calls = { append: 0, read: 0, subscribe: 0 }
  const takeFault = (call: keyof typeof calls) => {
    calls[call]++
    return faults.take(call)
  }
  let sent = 0
  const onSent = () => {
    sent++
  }
  // One that nobody else comes upon while it is stopped.
  let port = wanted ?? (await freePort())
  let announced: readonly Member[] | undefined
  let server: Server | undefined

  const featureServer: IServerFeaturesServer = { getSupportedMethods: (_call, answer) => answer(null, supportedMethods()) }
  const gossipServer: IGossipServer = {
    read: (_call, answer) => answer(null, clusterOf(announced ?? [{ host, port, leads: true, isAlive: true }])),
  }

  const listen = async () => {
    const starting = new Server(security ? { interceptors: [admitting(security)] } : {})
    starting.addService(streamServices.StreamsService, streamsOf({ log, takeFault, onSent }))
    starting.addService(featureServices.ServerFeaturesService, featureServer)
    starting.addService(gossipServices.GossipService, gossipServer)
    port = await new Promise<number>((resolve, reject) => {
      const bound = (error: Error | null, bound: number) => (error ? reject(error) : resolve(bound))
      starting.bindAsync(`${host}:${port}`, security ? overTls(security) : ServerCredentials.createInsecure(), bound)
    })
    server = starting
  }

  await listen()
  return {
    url: `esdb://${host}:${port}?tls=false`,
    host,
    port,
    faults,
    log,
    calls: () => ({ ...calls }),
    sent: () => sent,
    writeSystemEvent: () => writeSystemEvent(log),
    announce: (members) => {
      announced = members
    },
    stop: async () => {
      server?.forceShutdown()
      server = undefined
    },
    restart: listen,
  }
}

const overTls = ({ certificate, key }: Security): ServerCredentials =>
  ServerCredentials.createSsl(null, [{ cert_chain: Buffer.from(certificate), private_key: Buffer.from(key) }])

/** Ends calls that bear other credentials, or none, and reads by the user who has no right to them. */
const admitting = ({ admin, withoutRights }: Security): ServerInterceptor => {
  const sentBy = ({ name, password }: User) => `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`
  const denied = withoutRights && sentBy(withoutRights)
  return ({ path }, call) =>
    new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMetadata: (metadata, goOn) => {
            const [sent] = metadata.get('authorization')
            if (sent === denied && path.endsWith('Streams/Read') && accessDenied.kind === 'error') call.sendStatus(accessDenied.error)
            else if (sent === sentBy(admin) || sent === denied) goOn(metadata)
            else call.sendStatus({ code: status.UNAUTHENTICATED, details: 'Unauthenticated' })
          },
        }),
    })
}

const streamsOf = ({ log, takeFault, onSent }: Parameters<typeof readFrom>[0]): IStreamsServer => ({
  read: readFrom({ log, takeFault, onSent }),
  append: appendTo({ log, takeFault: () => takeFault('append') }),
  batchAppend: batchAppendTo({ log, takeFault: () => takeFault('append') }),
  delete: (_call, answer) => answer(unsupported),
  tombstone: (_call, answer) => answer(unsupported),
})

const unsupported = { code: status.UNIMPLEMENTED, details: 'Streams are never deleted here', metadata: new Metadata() }

const supportedMethods = (): features.SupportedMethods => {
  const supported = new features.SupportedMethods()
  supported.setEventStoreServerVersion('23.10.0.0')
  const methods = ['Read', 'Append', 'BatchAppend'].map((name) => {
    const method = new features.SupportedMethod()
    method.setServiceName('event_store.client.streams.Streams')
    method.setMethodName(name)
    return method
  })
  supported.setMethodsList(methods)
  return supported
}

const [follower, leader]: readonly gossip.MemberInfo.VNodeState[] = [6, 8]

const clusterOf = (members: readonly Member[]): gossip.ClusterInfo => {
  const cluster = new gossip.ClusterInfo()
  cluster.setMembersList(members.map(memberInfo))
  return cluster
}

const memberInfo = ({ host, port, leads, isAlive }: Member): gossip.MemberInfo => {
  const endpoint = new gossip.EndPoint()
  endpoint.setAddress(host)
  endpoint.setPort(port)
  const id = new shared.UUID()
  id.setString(crypto.randomUUID())
  const member = new gossip.MemberInfo()
  member.setInstanceId(id)
  member.setState((leads ? leader : follower) as gossip.MemberInfo.VNodeState)
  member.setIsAlive(isAlive)
  member.setHttpEndPoint(endpoint)
  return member
}
