// The program: reads the environment, starts the service, prints its address, and stops cleanly on Ctrl-C, SIGTERM and SIGHUP.

import { Registry } from 'prom-client'
import { startFailures } from './composition/start-failures.ts'
import { startTelemetry } from './composition/telemetry.ts'
import { limitThreadsApart } from './composition/thread-limits.ts'
import { type Config, readConfig } from './config.ts'
import { endProcess } from './ending.ts'
import { idleSettings, requireWorker } from './idle-settings.ts'
import { nearSettings, readNames } from './near-settings.ts'
import { type RunningService, startService } from './service.ts'
import { answerToWords } from './start-words.ts'
import { makePrivateFiles } from './stores/embedded/private-files.ts'

const fail = (message: string): Promise<never> => {
  process.stderr.write(`probity: ${message}\n`)
  return endProcess(1)
}

/** Where people reach what listens on all addresses of the machine. */
const reachable = (url: string | null): string | null => url?.replace(/\/\/(?:0\.0\.0\.0|\[::\])/, '//localhost') ?? null

const welcome = ({ url, firstKeys }: RunningService, { baseUrl, appUrl, bootstrap }: Config): string => {
  const listening = url ? `Probity listens on ${url} (documentation at ${url}/docs)` : 'Probity works (no API: ROLES lacks api)'
  if (!firstKeys) return `${listening}\n`
  const api = baseUrl ?? reachable(url)
  const dashboard = appUrl ?? api
  /** What the operator chose is known to them, and the output may be kept where others read it. */
  const told = (setting: 'testKey' | 'liveKey' | 'password', name: string) =>
    bootstrap[setting] === null ? firstKeys[setting] : `(as in ${name})`
  const bearer = bootstrap.testKey === null ? `'Authorization: Bearer ${firstKeys.testKey}'` : '"Authorization: Bearer $BOOTSTRAP_TEST_KEY"'
  const body = JSON.stringify({ name: 'Acme Widgets LLC', addresses: [{ full_address: '123 Main St, Portland, OR 97201' }] })
  const headers = `-H ${bearer} -H 'Content-Type: application/json'`
  return [
    listening,
    '',
    'First start: an account was created. These are shown once; keep them.',
    `  test key   ${told('testKey', 'BOOTSTRAP_TEST_KEY')}   (made-up evidence)`,
    `  live key   ${told('liveKey', 'BOOTSTRAP_LIVE_KEY')}   (the loaded reference data: an invented sample, until you import published data)`,
    ...(dashboard ? [`  dashboard  ${dashboard}`] : []),
    `  sign in    ${firstKeys.email} / ${told('password', 'BOOTSTRAP_PASSWORD')}`,
    ...(api ? ['', 'Verify a first business:', `  curl -s ${api}/v1/businesses ${headers} -d '${body}'`] : []),
    '',
  ].join('\n')
}

const settingNames = (): ReadonlySet<string> => {
  const { watched, names } = readNames({})
  readConfig(watched)
  return names
}

/** Words behind `npm start --` start nothing. */
const endOverWords = (words: readonly string[]): Promise<never> | undefined => {
  const answer = answerToWords(words, settingNames)
  if (answer?.exit === 0) process.stdout.write(answer.text)
  else if (answer) process.stderr.write(`probity: ${answer.text}`)
  return answer && endProcess(answer.exit)
}

await endOverWords(process.argv.slice(2))
makePrivateFiles()
limitThreadsApart()
// What cannot be written, as on a full disk, or when the reader of a pipe has gone, is left out. The service goes on.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)

const start = async () => {
  try {
    const { watched, names } = readNames(process.env)
    const config = readConfig(watched)
    requireWorker(config)
    for (const line of [...nearSettings(process.env, names), ...idleSettings(process.env, config)])
      process.stderr.write(`probity: ${line}\n`)
    const registry = new Registry()
    const telemetry = await startTelemetry(process.env, registry)
    const service = await startService(config, { registry })
    return { config, service, telemetry }
  } catch (error) {
    if (error instanceof Error && ('code' in error || startFailures.has(error.name))) return fail(error.message)
    throw error
  }
}

let started: Awaited<ReturnType<typeof start>> | undefined
let stopping = false
const stop = (signal: NodeJS.Signals) => {
  if (stopping) return
  stopping = true
  if (!started) {
    process.stderr.write(`probity: ${signal} before the start was done\n`)
    return endProcess(0)
  }
  const { service, telemetry } = started
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
// Before the start, which may take minutes: the first process of a container gets no signal that it does not handle. A second signal changes nothing,
// because a terminal sends each both to npm and to this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)

started = await start()
process.stdout.write(welcome(started.service, started.config))
