// There are more connections than the service may open files. It answers those it could open, loses nothing, and recovers by itself.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { eventually, until } from '../eventually.ts'
import { filled } from '../filled.ts'
import { environment, startProgram } from './program.ts'
import { startReceiver } from './receiver.ts'
import { acme, type Body, testKey } from './service.ts'

const filesAllowed = 96
const canLimit = spawnSync('prlimit', ['--version']).status === 0

const onLinux = canLimit ? test : test.skip
onLinux('while every file that it may open is a connection, the service writes and reads over those; every webhook arrives', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'probity-sockets-'))
  const receiver = await startReceiver()
  const program = await startProgram(environment(dataDir))
  const { hostname, port } = new URL(program.url)
  const sockets: Socket[] = []
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  /** Over one connection, which stays open. */
  const ask = (method: string, path: string, body?: object): Promise<{ readonly status: number | undefined; readonly body: Body }> =>
    new Promise((resolve, reject) => {
      const headers = { Authorization: `Bearer ${testKey}`, 'Content-Type': 'application/json' }
      const asking = request({ hostname, port, method, path, agent, headers }, (response) => {
        let text = ''
        response.on('data', (chunk) => {
          text += chunk
        })
        response.on('end', () => resolve({ status: response.statusCode, body: JSON.parse(text) }))
      })
      asking.on('error', reject)
      asking.end(body && JSON.stringify(body))
    })
  const isFull = () => readdirSync(`/proc/${program.child.pid}/fd`).length >= filesAllowed
  const crowd = () => {
    for (let n = 0; n < filesAllowed; n++) sockets.push(connect(Number(port), hostname).on('error', () => undefined))
  }
  try {
    const made: string[] = []
    const create = async () => {
      const { status, body } = await ask('POST', '/v1/businesses', acme)
      assert.is(status, 201, JSON.stringify(body))
      made.push(body.id)
    }
    assert.is((await ask('POST', '/v1/webhooks', { url: receiver.url, enabled_events: ['business.created'] })).status, 201)
    await create()
    spawnSync('prlimit', ['--pid', String(program.child.pid), `--nofile=${filesAllowed}:`])
    for (let n = 0; n < 10; n++) {
      crowd()
      await eventually('no further file can be opened', isFull)
      await create()
      assert.is((await ask('GET', `/v1/businesses/${made[0]}`)).status, 200)
      assert.is((await ask('GET', '/v1/businesses?q=acme')).status, 200)
    }
    for (const socket of sockets) socket.destroy()
    await eventually('files can be opened again', () => !isFull())
    await create()
    const told = () => new Set(receiver.received.map(({ event }) => event.data.object.id))
    await eventually('every webhook has arrived', () => told().size === made.length)
    for (const id of filled(made)) assert.is((await ask('GET', `/v1/businesses/${id}`)).status, 200)
    await until('it is ready', async () => (await ask('GET', '/readyz')).status === 200)
    assert.is((await program.end('SIGTERM')).code, 0)
  } finally {
    for (const socket of sockets) socket.destroy()
    agent.destroy()
    program.child.kill('SIGKILL')
    await receiver.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test.run()
