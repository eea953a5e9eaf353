// Several nodes of EventStoreDB for tests: one leads, the others follow and lag behind it. A leader that resigns, is killed or stands still is followed by
// another one after an election, during which there is none.
import { setTimeout as pause } from 'node:timers/promises'
import { type Door, openDoor } from './door.ts'
import { type Fault, follower, noLeader, unavailable } from './eventstore/faults.ts'
import { copyOf, createLog } from './eventstore/log.ts'
import { type EventStoreServer, startEventStoreServer } from './eventstore.ts'

export type EventStoreCluster = {
  /** A connection string that names every node. `options` go behind it: `&nodePreference=follower`. */
  readonly url: (options?: string) => string
  /** The number of the node that leads; undefined during an election. */
  readonly leader: () => number | undefined
  /** Elections that have ended. */
  readonly elections: () => number
  /** Calls that have come to the nodes. */
  readonly calls: () => readonly ReturnType<EventStoreServer['calls']>[]
  /** Ends the leadership in this way and resolves when another node leads. */
  readonly end: Readonly<Record<Ending, () => Promise<void>>>
  /** Brings back a node that was killed, stands still or is cut off: it follows. */
  readonly bringBack: (node: number) => Promise<void>
  /** Whether followers get what the leader has. */
  readonly lag: (lags: boolean) => void
  readonly stop: () => Promise<void>
}

/** `isolate`: it is cut off from the other nodes, not from its clients. */
export type Ending = 'resign' | 'kill' | 'freeze' | 'isolate'

type Node = {
  readonly server: EventStoreServer
  readonly door: Door
  readonly catchUp: () => void
  state: 'up' | 'killed' | 'frozen' | 'isolated'
}

export const startEventStoreCluster = async ({
  size = 3,
  electionMs = 1_600,
  lags = false,
}: {
  readonly size?: number
  /** How long there is no leader. */
  readonly electionMs?: number
  readonly lags?: boolean
} = {}): Promise<EventStoreCluster> => {
  const log = createLog()
  let leader: number | undefined = 0
  let elections = 0
  let isLagging = lags

  const nodes: readonly Node[] = await Promise.all(
    Array.from({ length: size }, async () => {
      const copy = copyOf(log)
      const server = await startEventStoreServer({ log: copy.log })
      return { server, door: await openDoor(server.port), catchUp: () => copy.copy(), state: 'up' as Node['state'] }
    }),
  )
  const places = nodes.map(({ door }) => ({ host: '127.0.0.1', port: door.port }))

  const copyOn = () => {
    for (const [n, node] of nodes.entries()) if (n === leader || !(isLagging || node.state === 'isolated')) node.catchUp()
  }
  const stopCopying = log.watch(copyOn)

  const takeRoles = () => {
    const leading = leader === undefined ? undefined : places[leader]
    const members = places.map((place, n) => ({ ...place, leads: n === leader, isAlive: nodes[n]?.state === 'up' }))
    for (const [n, { server, state }] of nodes.entries()) {
      const isAlone = state === 'isolated'
      server.announce(isAlone ? members.map((member, m) => ({ ...member, leads: false, isAlive: m === n })) : members)
      server.faults.always('read', n === leader ? undefined : isAlone ? unready : leading ? follower(leading) : leaderless)
      // A follower passes appends on, where there is a leader to pass them on to.
      server.faults.always('append', leading && !isAlone ? undefined : { kind: 'notReady' })
    }
    copyOn()
  }

  const end = async (how: Ending) => {
    const ended = leader
    const node = ended === undefined ? undefined : nodes[ended]
    if (ended === undefined || !node) throw new Error('no node leads')
    leader = undefined
    if (how === 'kill') {
      node.state = 'killed'
      await node.server.stop()
    }
    if (how === 'freeze') {
      node.state = 'frozen'
      node.door.freeze()
    }
    if (how === 'isolate') node.state = 'isolated'
    takeRoles()
    await pause(electionMs)
    leader = [...nodes.keys()].find((n) => n !== ended && nodes[n]?.state === 'up')
    elections++
    takeRoles()
  }

  takeRoles()
  return {
    url: (options = '') => `esdb://${places.map(({ host, port }) => `${host}:${port}`).join()}?tls=false${options}`,
    leader: () => leader,
    elections: () => elections,
    calls: () => nodes.map(({ server }) => server.calls()),
    end: { resign: () => end('resign'), kill: () => end('kill'), freeze: () => end('freeze'), isolate: () => end('isolate') },
    bringBack: async (n) => {
      const node = nodes[n]
      if (node?.state === 'killed') await node.server.restart()
      if (node?.state === 'frozen') node.door.thaw()
      if (node) node.state = 'up'
      takeRoles()
    },
    lag: (lags) => {
      isLagging = lags
      copyOn()
    },
    stop: async () => {
      stopCopying()
      await Promise.all(nodes.map(async ({ server, door }) => Promise.all([server.stop(), door.close()])))
    },
  }
}

const ofLeaderOnly = (fault: Fault): Fault => (fault.kind === 'error' ? { kind: 'follows', refusal: fault.error } : fault)
const leaderless = ofLeaderOnly(noLeader)
const unready = ofLeaderOnly(unavailable)
