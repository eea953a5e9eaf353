// npm run stores: copies the event log, and what belongs to it, between the embedded stores and EventStoreDB with MongoDB; backs up a data folder; changes
// the master key.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../config.ts'
import { clusterPartitions, partitionNames } from '../projections/partitions.ts'
import { openEventStoreDB, openMongoDocumentStore } from '../stores/cluster.ts'
import type { DocumentStore } from '../stores/document-store.ts'
import { openEmbeddedDocumentStore } from '../stores/embedded/document-store.ts'
import { openEmbeddedEventStore } from '../stores/embedded/event-store.ts'
import { logFile, openDataFolder } from '../stores/embedded/folder.ts'
import type { EventStore } from '../stores/event-store.ts'
import { documentFolder, type Files, folderFiles, recordFiles, writeWhole } from '../stores/files.ts'
import { masterKeyFile } from '../stores/master-key.ts'
import { backUp, copyFolders, foldersBesideStores, requireLog } from './backup.ts'
import { changeMasterKey } from './change-master-key.ts'
import { nothing, program, WrongUse } from './command-line.ts'
import { requireOwnRecords, requireStopped } from './copy-checks.ts'
import { type CopyProgress, CopyRefused, copyLog } from './copy-log.ts'
import { copyFiles, copyRecords, processCheckpoints, setProcessCheckpoints } from './copy-records.ts'
import { type Progress, progress } from './progress.ts'

type Place = { readonly folder: string } | { readonly url: string }
type Close = () => Promise<void>

const place = (text: string, schemes: RegExp): Place => {
  if (schemes.test(text)) return { url: text }
  if (/^\w+(\+\w+)?:\/\//.test(text)) throw new WrongUse(`${text.split(':')[0]}:// is not a store for this option`)
  return { folder: text }
}
const events = /^(esdb|kurrentdb)(\+discover)?:\/\//
const documents = /^mongodb(\+srv)?:\/\//

/** Opens each store once, and closes all at the end. */
const openPlaces = () => {
  const open = new Map<string, { readonly events?: EventStore; readonly documents?: DocumentStore; readonly close: Close }>()
  const opened = async (at: Place) => {
    const key = 'folder' in at ? at.folder : at.url
    const known = open.get(key)
    if (known) return known
    const made = 'folder' in at ? await openFolder(at.folder) : await openUrl(at.url)
    open.set(key, made)
    return made
  }
  return {
    events: async (at: Place) => (await opened(at)).events as EventStore,
    documents: async (at: Place) => (await opened(at)).documents as DocumentStore,
    close: async () => {
      for (const { close } of open.values()) await close()
    },
  }
}

const openFolder = async (path: string) => {
  const folder = await openDataFolder(path)
  await folder.use()
  const eventStore = await openEmbeddedEventStore({ file: logFile(path) })
  const documentStore = await openEmbeddedDocumentStore({ folder: path })
  const close = async () => {
    await eventStore.close()
    await documentStore.close()
    await folder.close()
  }
  return { events: eventStore, documents: documentStore, close }
}

const openUrl = async (url: string) => {
  if (documents.test(url)) {
    const store = await openMongoDocumentStore({ url })
    return { documents: store, close: () => store.close() }
  }
  const store = await openEventStoreDB({ url })
  return { events: store, close: () => store.close() }
}

/** Where a service without S3_URL keeps its documents. */
const filesOf = (at: Place, { records }: DocumentStore): Files =>
  'folder' in at ? folderFiles(join(at.folder, documentFolder)) : recordFiles(records)

/** Both folders need the same key, which wraps the keys in the records. */
const copyMasterKey = async (from: Place | undefined, to: Place | undefined): Promise<string | undefined> => {
  if (!from || !('folder' in from)) return undefined
  const source = masterKeyFile(from.folder)
  if (!existsSync(source)) return undefined
  if (!to || !('folder' in to)) return `Start the new instances with MASTER_KEY set to the content of ${source}.`
  const target = masterKeyFile(to.folder)
  const key = readFileSync(source, 'utf8')
  if (existsSync(target) && readFileSync(target, 'utf8').trim() !== key.trim())
    throw new CopyRefused(`${target} has another key than ${source}: it cannot unwrap the copied keys`)
  if (existsSync(target)) return undefined
  await writeWhole(target, key)
  return `The master key was copied to ${target}.`
}

/** Seals, and jurisdictions of the operator's own, lie in the data folders of the instances. @returns what the user is told */
const copyBesideStores = async (from: Place, to: Place): Promise<string | undefined> => {
  const into = 'folder' in to ? to.folder : 'the DATA_DIR of the new instances'
  if (!('folder' in from))
    return `Copy ${foldersBesideStores.join(' and ')} from the DATA_DIR of the old instances into ${into}, where there are any.`
  if ('folder' in to) {
    const copied = await copyFolders(from.folder, to.folder, foldersBesideStores)
    return copied.length === 0 ? undefined : `Copied beside the stores: ${copied.join(' and ')}.`
  }
  const left = foldersBesideStores.map((name) => join(from.folder, name)).filter((path) => existsSync(path))
  return left.length === 0 ? undefined : `Copy ${left.join(' and ')} into ${into}: a cluster has no place for them.`
}

type CopyOptions = { readonly from?: string; readonly to?: string; readonly 'keys-from'?: string; readonly 'keys-to'?: string }

/** Copies, then compares, each with its own progress line. */
const copyingProgress = () => {
  const lines = new Map<CopyProgress['doing'], Progress>()
  return {
    show: ({ doing, events, share }: CopyProgress) => {
      if (!lines.has(doing)) for (const line of lines.values()) line.end()
      const line = lines.get(doing) ?? progress(doing, 'events')
      lines.set(doing, line)
      line.at(events, share)
    },
    end: () => {
      for (const line of lines.values()) line.end()
    },
  }
}

const copy = async (options: CopyOptions): Promise<void> => {
  if (!options.from || !options.to) throw new WrongUse(`${options.from ? '--to' : '--from'} is missing`)
  const [from, to] = [place(options.from, events), place(options.to, events)]
  if (options.from === options.to) throw new WrongUse('--from and --to are the same store')
  if ('folder' in from) requireLog(from.folder)
  const keyPlace = (given: string | undefined, log: Place) => (given ? place(given, documents) : 'folder' in log ? log : undefined)
  const [keysFrom, keysTo] = [keyPlace(options['keys-from'], from), keyPlace(options['keys-to'], to)]
  const notes = [await copyMasterKey(keysFrom, keysTo)]
  const places = openPlaces()
  const telling = copyingProgress()
  try {
    const source = keysFrom && (await places.documents(keysFrom))
    const target = keysTo && (await places.documents(keysTo))
    if (source) await requireStopped(source, '--keys-from')
    if (target) await requireStopped(target, '--keys-to')
    if (source && target) await requireOwnRecords(source, target)
    const checkpoints = source && target ? await processCheckpoints(source) : new Map<string, bigint>()
    // Keys first: once the log is there, its keys are there too.
    const partitions = keysTo && 'url' in keysTo ? clusterPartitions : 1
    if (source && target) {
      const { copied, before } = await copyRecords(source, target, partitions)
      notes.push(`${copied} records copied, including keys of personal data${before ? `; ${before} were there before` : ''}.`)
      const files = await copyFiles(source, filesOf(keysFrom, source), filesOf(keysTo, target))
      if (files > 0) notes.push(`${files} documents copied.`)
    } else {
      notes.push(
        'Keys of personal data were NOT copied: without --keys-from and --keys-to the service does not start on the target unless ACCEPT_LOST_KEYS=true, and personal data reads `[lost]`.',
        'Processes will go through the whole log again. They do nothing twice, except that webhooks and mail may be sent again.',
      )
    }
    const done = await copyLog({
      from: await places.events(from),
      to: await places.events(to),
      positions: [...checkpoints.values()],
      onProgress: telling.show,
    })
    if (source && target) await setProcessCheckpoints(target, checkpoints, done.positions, partitionNames(partitions))
    telling.end()
    notes.push(await copyBesideStores(from, to))
    console.log(`${done.events} events are in the target, every chain holds${done.before ? `; ${done.before} were there before` : ''}.`)
    for (const note of notes) if (note) console.log(note)
  } finally {
    await places.close()
  }
}

const store = (about: string) => ({ type: 'string', value: 'STORE', about }) as const

export const line = await program(import.meta, {
  name: 'stores',
  about: 'Backs up a data folder, moves a whole event log to another store, and changes the master key.',
  notes: [
    {
      text: 'STORE is a data folder of the embedded stores, or esdb://host:2113?tls=... of EventStoreDB; for keys mongodb://host/database of MongoDB.',
      of: ['STORE'],
    },
    {
      text: `Before copy, stop the service and back up both sides. Every event's hash chain is checked before it is written, and at the end both logs are
compared. If it is interrupted, run the same command again to continue. Read models are not moved: the service rebuilds them at its first start on the new
stores. Personal data can be read there only with the keys and the same MASTER_KEY (embedded: the file master.key).`,
      of: ['copy'],
    },
  ],
  options: {
    from: store('where the log is'),
    to: store('where it goes'),
    'keys-from': store(
      'where the keys of personal data, the documents, and the work and progress of processes are; --from when that is a folder',
    ),
    'keys-to': store('where to copy them; --to when that is a folder'),
  },
  open: nothing,
  commands: [
    {
      usage: 'backup FOLDER',
      about: 'copies everything in DATA_DIR that cannot be rebuilt into a new folder, while the service runs',
      options: [],
      examples: ['backup /backups/2026-03-01'],
      run: async (_, [folder = '']) => {
        const { dataDir, eventStoreUrl } = readConfig(process.env)
        if (eventStoreUrl) throw new WrongUse('a cluster is backed up with the tools of its stores: docs/operating/backup.md')
        const { events, position, documents } = await backUp(dataDir, folder)
        console.log(`${events} events up to position ${position ?? 0n}, their records and ${documents} documents are in ${folder}.`)
        const key = masterKeyFile(dataDir)
        console.log(
          `The master key is not included: keep ${existsSync(key) ? key : 'MASTER_KEY'} somewhere else. Without it nobody can read personal data.`,
        )
      },
    },
    {
      usage: 'copy',
      about: 'copies the log with what belongs to it',
      options: ['from', 'to', 'keys-from', 'keys-to'],
      examples: ["copy --from ./data --to 'esdb://host:2113?tls=false' --keys-to mongodb://host/probity"],
      run: (_, __, options) => copy(options),
    },
    {
      usage: 'change-master-key',
      about:
        'wraps the keys of personal data by a new master key, while the service is stopped. The old one is MASTER_KEY, or master.key in DATA_DIR; the new one is MASTER_KEY_NEW, or is made where master.key lies. If it is interrupted, run it again: docs/operating/master-key.md',
      options: [],
      examples: ['change-master-key'],
      run: async () => {
        for (const line of await changeMasterKey(readConfig(process.env), process.env.MASTER_KEY_NEW)) console.log(line)
      },
    },
  ],
})
