// npm run audit: replays, proves, exports and erases. Everything but `seal` and `erase` only reads.
import {
  appendFileSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { exported } from '../audit/export.ts'
import { checkProof, type Proof, proofOf } from '../audit/proof.ts'
import { differencesFromRebuild } from '../audit/rebuild.ts'
import { publicKeyOf, type Seal, sealingKey } from '../audit/seals.ts'
import { type KeptSeal, verifyLog } from '../audit/verify.ts'
import { readConfig, WrongSetting } from '../config.ts'
import type { StoredEvent } from '../events/catalogue.ts'
import { readersOf } from '../http/routes/access.ts'
import { projections } from '../projections/all.ts'
import { fieldChanges, historyOf, type Moment, recordAsOf } from '../projections/history.ts'
import type { AnyProjection } from '../projections/projection.ts'
import { openEmbeddedDocumentStore } from '../stores/embedded/document-store.ts'
import { runBacktest } from './backtest.ts'
import { show } from './command-line.ts'
import { connectOperator, OperatorError } from './connection.ts'
import { openForReading, type Reading } from './reading.ts'

const optionTypes = {
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  collection: { type: 'string', multiple: true },
  'public-key': { type: 'string' },
  seals: { type: 'string' },
  account: { type: 'string' },
  type: { type: 'string', multiple: true },
  from: { type: 'string' },
  to: { type: 'string' },
  out: { type: 'string' },
  person: { type: 'string' },
  reason: { type: 'string' },
  'requested-by': { type: 'string' },
  'dry-run': { type: 'boolean' },
} as const

type Options = ReturnType<typeof parse>['values']
const parse = () => parseArgs({ options: optionTypes, allowPositionals: true })

/** 0 all is well, 1 something does not hold or was refused, 2 asked wrongly. */
type Exit = 0 | 1 | 2
type Command = {
  readonly usage: string
  readonly about: string
  readonly needs?: 'stores'
  readonly run: (args: readonly string[], options: Options, reading: Reading) => Promise<Exit>
}

class WrongUse extends Error {
  override readonly name = 'WrongUse'
}

const config = (() => {
  try {
    return readConfig(process.env)
  } catch (error) {
    console.error(`audit: ${error instanceof Error ? error.message : error}`)
    return process.exit(2)
  }
})()
const sealFolder = (options: Options) => options.seals ?? join(config.dataDir, 'seals')

/** Kinds of records by the prefix of their stream, with the collection that they are folded into. */
const kinds: { readonly [prefix: string]: string } = {
  business: 'businesses',
  lien: 'liens',
  run: 'runs',
  account: 'accounts',
  user: 'users',
}

const projectionOf = (collection: string): AnyProjection => {
  const found = projections.find(({ spec }) => spec.name === collection)
  if (!found) throw new OperatorError(`there is no collection ${collection}`)
  return found
}

/** The stream of an id, whatever it is the id of; a stream's own name is taken as it is. */
const streamOf = async (
  { log }: Reading,
  id: string,
): Promise<{ stream: string; id: string; projection: AnyProjection; events: readonly StoredEvent[] }> => {
  for (const [prefix, collection] of Object.entries(kinds)) {
    const stream = id.startsWith(`${prefix}-`) ? id : `${prefix}-${id}`
    const events = projections.some(({ spec }) => spec.name === collection) ? await log.read(stream) : []
    if (events.length > 0) return { stream, id: stream.slice(prefix.length + 1), projection: projectionOf(collection), events }
  }
  throw new OperatorError(`nothing has the id ${id}`)
}

const momentOf = (text: string): Moment => {
  if (/^\d{1,18}$/.test(text)) return { position: BigInt(text) }
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) throw new WrongUse(`${text} is neither a time (ISO 8601) nor a position`)
  return { time: time.toISOString() }
}

const print = (value: unknown) => console.log(JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? String(each) : each), 2))
const shown = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? '-')).slice(0, 60)

const progress = (what: string, unit = 'events') => {
  const began = performance.now()
  return (count: number) => {
    if (process.stderr.isTTY)
      process.stderr.write(
        `\r${what}: ${count.toLocaleString('en')} ${unit}, ${Math.round(count / ((performance.now() - began) / 1000)).toLocaleString('en')} a second `,
      )
  }
}
const progressDone = () => {
  if (process.stderr.isTTY) process.stderr.write('\n')
}

const keptSeals = (folder: string): readonly KeptSeal[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((file) => file.endsWith('.json'))
        .sort()
        .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as KeptSeal)
    : []

const commands: readonly Command[] = [
  {
    usage: 'history ID',
    about: 'every event with who, when, why and what changed, field by field',
    run: async ([id = ''], options, reading) => {
      const { events, projection, id: key } = await streamOf(reading, id)
      const history = historyOf(projection, events, key)
      if (options.json) print(history)
      else
        for (const { revision, position, recorded_at, type, actor, request_id, causation_id, changes } of history) {
          const why = request_id ? `request ${request_id}` : causation_id ? `because of event ${causation_id}` : ''
          console.log(
            `${String(revision).padStart(4)}  ${recorded_at}  ${type}  by ${actor.type} ${actor.id}  ${why}  (position ${position})`,
          )
          for (const { field, before, after } of changes) console.log(`        ${field}: ${shown(before)} -> ${shown(after)}`)
        }
      return 0
    },
  },
  {
    usage: 'as-of ID MOMENT',
    about: 'the record as it stood at a time (ISO 8601) or a position',
    run: async ([id = '', moment = ''], _, reading) => {
      const { events, projection, id: key } = await streamOf(reading, id)
      const record = recordAsOf(projection, events, key, momentOf(moment))
      if (record === null) throw new OperatorError(`${id} did not exist then`)
      print(record)
      return 0
    },
  },
  {
    usage: 'diff ID A B',
    about: 'what differs in the record between two moments',
    run: async ([id = '', a = '', b = ''], options, reading) => {
      const { events, projection, id: key } = await streamOf(reading, id)
      const [before, after] = [a, b].map((moment) => recordAsOf(projection, events, key, momentOf(moment)))
      const changes = fieldChanges(before ?? null, after ?? null)
      if (options.json) print(changes)
      else
        show(
          changes.map(({ field, before, after }) => ({ field, before: shown(before), after: shown(after) })),
          ['field', 'before', 'after'],
          {},
        )
      return 0
    },
  },
  {
    usage: 'replay',
    about: 'folds the log into a scratch store and compares it with the read models, document by document',
    run: async (_, options, { log, documents }) => {
      const chosen = options.collection ? options.collection.map(projectionOf) : projections
      const folder = mkdtempSync(join(tmpdir(), 'probity-replay-'))
      const scratch = await openEmbeddedDocumentStore({ folder })
      try {
        const differences = await differencesFromRebuild({ log, documents, scratch, projections: chosen })
        if (options.json) print(differences)
        else if (differences.length > 0) show(differences, ['collection', 'key', 'problem'], {})
        else console.log(`${chosen.length} collections agree with the log`)
        return differences.length === 0 ? 0 : 1
      } finally {
        await scratch.close()
        rmSync(folder, { recursive: true, force: true })
      }
    },
  },
  {
    usage: 'verify',
    about: 'every chain and seal, gaps, reorderings, truncated tails; says which event is wrong',
    run: async (_, options, { store, masterKey, contiguous }) => {
      const publicKey = options['public-key'] ? readFileSync(options['public-key'], 'utf8') : publicKeyOf(sealingKey(masterKey))
      const result = await verifyLog({
        store,
        publicKey,
        kept: keptSeals(sealFolder(options)),
        contiguous,
        onProgress: progress('verifying'),
      })
      progressDone()
      if (options.json) print(result)
      else {
        console.log(
          `${result.events.toLocaleString('en')} events in ${result.streams.toLocaleString('en')} streams, ${result.seals} seals; ${result.sealed_to ? `sealed up to position ${result.sealed_to}` : 'never sealed'}`,
        )
        if (result.problems.length === 0) console.log('everything holds')
        else show(result.problems, ['problem', 'stream', 'revision', 'position', 'explanation'], {})
      }
      return result.problems.length === 0 ? 0 : 1
    },
  },
  {
    usage: 'seal',
    about: 'signs the Merkle root over all stream heads, and keeps the seal in a file',
    run: async (_, options) => {
      const operator = await connectOperator(process.env)
      try {
        const { seal, heads } = (await operator.request('POST', '/seals')) as { readonly seal: Seal; readonly heads: object }
        mkdirSync(sealFolder(options), { recursive: true })
        const file = join(sealFolder(options), `seal-${seal.position.padStart(12, '0')}.json`)
        writeFileSync(file, JSON.stringify({ seal, heads }))
        writeFileSync(join(sealFolder(options), 'public-key.pem'), seal.public_key)
        if (options.json) print(seal)
        else
          console.log(
            `sealed ${seal.streams} streams up to position ${seal.position}\nroot ${seal.root}\nkept in ${file}: put a copy where nobody who can write to the stores can`,
          )
        return 0
      } finally {
        await operator.close()
      }
    },
  },
  {
    usage: 'prove ID',
    about: 'an inclusion proof that a third party can check offline',
    run: async ([id = ''], options, reading) => {
      const { stream } = await streamOf(reading, id)
      const text = JSON.stringify(await proofOf(reading.store, stream), null, 2)
      if (options.out) writeFileSync(options.out, text)
      else console.log(text)
      return 0
    },
  },
  {
    usage: 'export',
    about: 'events as CloudEvents, one JSON a line; --out FILE goes on where an earlier run stopped',
    run: async (_, options, { log }) => {
      const after = options.out && existsSync(options.out) ? lastPosition(options.out) : undefined
      const out: Writable = options.out ? createWriteStream(options.out, { flags: 'a' }) : process.stdout
      const tell = progress('exporting')
      let count = 0
      for await (const event of exported(log, {
        account: options.account,
        types: options.type,
        from: options.from,
        to: options.to,
        after,
      })) {
        if (!out.write(`${JSON.stringify(event)}\n`)) await new Promise((resolve) => out.once('drain', resolve))
        tell(++count)
      }
      progressDone()
      if (options.out) await new Promise<void>((resolve) => out.end(() => resolve()))
      return 0
    },
  },
  {
    usage: 'access ID',
    about: 'who read it, when the service runs with ACCESS_LOG=true',
    run: async ([id = ''], options, { documents }) => {
      const readings = await readersOf(documents.records, id)
      if (options.json) print(readings)
      else if (readings.length === 0) console.log(`no reading of ${id} is on record`)
      else
        show(
          readings.map(({ actor, ...reading }) => ({ ...reading, actor: `${actor.type} ${actor.id}` })),
          ['at', 'actor', 'path', 'request_id'],
          {},
        )
      return 0
    },
  },
  {
    usage: 'backtest POLICY',
    about: 'how a policy (a file or an id) would have decided on every reviewed business',
    run: async ([policy = ''], options, reading) => {
      const onProgress = progress('evaluating', 'businesses')
      await runBacktest(policy, reading, { account: options.account, json: options.json ?? false, onProgress, onDone: progressDone })
      return 0
    },
  },
  {
    usage: 'erase BUSINESS',
    about: 'destroys the keys of a business, or of --person ID in it; --dry-run shows what would go',
    run: async ([businessId = ''], options) => {
      if (!options['dry-run'] && (!options.reason || !options['requested-by']))
        throw new WrongUse('--reason and --requested-by are needed: the log keeps who asked and why')
      const operator = await connectOperator(process.env)
      try {
        const asked = {
          business_id: businessId,
          person_id: options.person ?? null,
          reason: options.reason ?? '',
          requested_by: options['requested-by'] ?? '',
          dry_run: options['dry-run'] ?? false,
        }
        print(await operator.request('POST', '/erasures', asked))
        return 0
      } finally {
        await operator.close()
      }
    },
  },
]

/** `check` needs no store: whoever holds a proof and the public key can run it anywhere. */
const check = (file: string | undefined, options: Options): Exit => {
  if (!file) throw new WrongUse('PROOF is missing')
  const proof = JSON.parse(readFileSync(file, 'utf8')) as Proof
  const { valid, findings } = checkProof(proof, options['public-key'] ? readFileSync(options['public-key'], 'utf8') : undefined)
  if (options.json) print({ valid, findings })
  else
    console.log(
      [
        valid ? `valid: ${proof.events.length} events of ${proof.stream}, sealed up to position ${proof.seal.position}` : 'NOT VALID',
        ...findings,
      ].join('\n'),
    )
  return valid ? 0 : 1
}

/** The position in the last whole line of an export; what follows it, a line cut off, is taken away. */
const lastPosition = (file: string): bigint | undefined => {
  const text = readFileSync(file, 'utf8')
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  if (whole.length < statSync(file).size) {
    writeFileSync(file, whole)
    appendFileSync(file, '')
  }
  const last = whole.trimEnd().split('\n').at(-1)
  return last ? BigInt((JSON.parse(last) as { readonly position: string }).position) : undefined
}

const help = `Replays, proves, exports and erases the record. DATA_DIR, or EVENTSTORE_URL and MONGODB_URL, say which.

${[...commands, { usage: 'check PROOF', about: 'checks a proof, offline' }].map(({ usage, about }) => `  npm run audit -- ${usage.padEnd(18)} ${about}`).join('\n')}

Options: --json; --collection NAME (replay); --public-key FILE, --seals FOLDER (verify, check); --account, --type, --from, --to, --out (export); --account (backtest);
--person, --reason, --requested-by, --dry-run (erase).
Exit codes: 0 all is well, 1 something does not hold or was refused, 2 asked wrongly.`

const withoutStores = ['seal', 'erase']

const run = async (): Promise<Exit> => {
  const { positionals, values } = parse()
  const [name, ...args] = positionals
  if (values.help || name === undefined) {
    console.log(help)
    return 0
  }
  if (name === 'check') return check(args[0], values)
  const command = commands.find(({ usage }) => usage.split(' ')[0] === name)
  if (!command) throw new WrongUse(`there is no command "${name}"`)
  const missing = command.usage.split(' ').slice(1)[args.length]
  if (missing) throw new WrongUse(`${missing} is missing`)
  if (withoutStores.includes(name)) return command.run(args, values, undefined as never)
  const reading = await openForReading(config)
  try {
    return await command.run(args, values, reading)
  } finally {
    await reading.close()
  }
}

try {
  process.exitCode = await run()
} catch (error) {
  const wrong = error instanceof WrongUse || (error instanceof TypeError && 'code' in error)
  const expected =
    wrong ||
    error instanceof OperatorError ||
    error instanceof WrongSetting ||
    (error instanceof Error && (error.name === 'NotSealed' || 'code' in error))
  console.error(
    `audit: ${expected ? (error as Error).message : error instanceof Error ? error.stack : error}${wrong ? '\nnpm run audit -- --help tells what can be asked' : ''}`,
  )
  process.exitCode = wrong ? 2 : 1
}
