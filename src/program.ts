// The program: reads the environment, starts the service, prints its address, and stops cleanly on Ctrl-C and SIGTERM.

import { Registry } from 'prom-client'
import { startFailures } from './composition/start-failures.ts'
import { startTelemetry } from './composition/telemetry.ts'
import { limitThreadsApart } from './composition/thread-limits.ts'
import { readConfig } from './config.ts'
import { endProcess } from './ending.ts'
import { type RunningService, startService } from './service.ts'
import { makePrivateFiles } from './stores/embedded/private-files.ts'

const fail = (message: string): Promise<never> => {
  process.stderr.write(`probity: ${message}\n`)
  return endProcess(1)
}

const welcome = ({ url, firstKeys }: RunningService): string => {
  const listening = url ? `Probity listens on ${url} (documentation at ${url}/docs)` : 'Probity works (no API: ROLES lacks api)'
  if (!firstKeys) return `${listening}\n`
  const body = JSON.stringify({ name: 'Acme Widgets LLC', addresses: [{ full_address: '123 Main St, Portland, OR 97201' }] })
  return `${listening}

First start: an account was created. These are shown once; keep them.
  test key   ${firstKeys.testKey}   (made-up evidence)
  live key   ${firstKeys.liveKey}   (the loaded reference data: an invented sample, until you import published data)
  dashboard  ${url}
  sign in    ${firstKeys.email} / ${firstKeys.password}

Verify a first business:
  curl -s ${url}/v1/businesses -H 'Authorization: Bearer ${firstKeys.testKey}' -H 'Content-Type: application/json' -d '${body}'
`
}

makePrivateFiles()
limitThreadsApart()

const start = async () => {
  try {
    const config = readConfig(process.env)
    const registry = new Registry()
    const telemetry = await startTelemetry(process.env, registry)
    const service = await startService(config, { registry })
    return { service, telemetry }
  } catch (error) {
    if (error instanceof Error && ('code' in error || startFailures.has(error.name))) return fail(error.message)
    throw error
  }
}

const { service, telemetry } = await start()
process.stdout.write(welcome(service))

let stopping = false
const stop = (signal: NodeJS.Signals) => {
  if (stopping) return
  stopping = true
  process.stderr.write(`probity: ${signal}, finishing the work in progress\n`)
  const stopAll = async () => {
    await service.stop()
    await telemetry?.stop()
  }
  stopAll().then(
    () => endProcess(0),
    (error) => fail(`could not stop cleanly: ${error instanceof Error ? error.message : error}`),
  )
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
