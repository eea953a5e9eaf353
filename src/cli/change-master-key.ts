// npm run stores -- change-master-key: wraps the keys of personal data by a new master key, and removes or notes what else was derived from the old one.
import { hash, randomBytes } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sealingKeyChange } from '../audit/key-changes.ts'
import { sealingKey } from '../audit/signing.ts'
import type { Config } from '../config.ts'
import { projections } from '../projections/all.ts'
import { WrongSetting } from '../setting-values.ts'
import { openMongoDocumentStore } from '../stores/cluster.ts'
import { addressOf } from '../stores/collections.ts'
import type { DocumentStore } from '../stores/document-store.ts'
import { openEmbeddedDocumentStore } from '../stores/embedded/document-store.ts'
import { openDataFolder, recordsFile } from '../stores/embedded/folder.ts'
import { writeWhole } from '../stores/files.ts'
import { markOf, masterKeyMark, replaceMasterKey, WrongMasterKey } from '../stores/kept-keys.ts'
import {
  masterKeyFile,
  masterKeyIn,
  newMasterKeyFile,
  readNewMasterKey,
  replaceMasterKeyFile,
  writeNewMasterKey,
} from '../stores/master-key.ts'
import { beginKeyChange, endKeyChange, keyChangeUnderWay, type MasterKeys, rewrapKeys } from '../stores/master-key-change.ts'
import { logFileIn, masterKeyOf } from './connection.ts'
import { requireStopped } from './copy-checks.ts'
import { counted } from './output.ts'
import { progress } from './progress.ts'

type Place = Pick<Config, 'dataDir' | 'mongoUrl' | 'masterKey'>

/**
 * Can be interrupted anywhere and run again. The service does not start in between.
 * @param newKey the setting MASTER_KEY_NEW
 * @returns lines for the operator, without any key
 * @throws WrongSetting, WrongMasterKey, DataFolderInUse, CopyRefused
 */
export const changeMasterKey = async (config: Place, newKey: string | undefined): Promise<readonly string[]> => {
  const { documents, close } = await openAlone(config)
  try {
    const { records } = documents
    const current = masterKeyOf(config)
    // Killed between the last two steps: the new key is in its place.
    if ((await keyChangeUnderWay(records)) === markOf(current)) return await ended(documents, current)
    const isMade = config.masterKey === null && !existsSync(newMasterKeyFile(config.dataDir))
    const keys = { records, from: current, to: nextKey(config, newKey) }
    if (keys.to.equals(current)) throw new WrongSetting('MASTER_KEY_NEW is the same key as MASTER_KEY')
    const isOver = await beginKeyChange(keys).catch((error: unknown) => {
      // A change that is refused has not begun. A key that was made for it would be in the way of MASTER_KEY_NEW.
      if (isMade && error instanceof WrongMasterKey) rmSync(newMasterKeyFile(config.dataDir))
      throw error
    })
    const wrapped = await rewrapped(keys)
    if (!isOver) await dropSealedReadModels(documents)
    const file = await keepKeyChange(config, keys)
    await replaceMasterKey({ records, masterKey: keys.to })
    await documents.scrub()
    const place = config.masterKey === null ? placed(config) : inSettings
    await endKeyChange(records)
    return [
      ...wrapped,
      ...place,
      `The key of the seals changed too: keep ${file} with your seals and public keys.`,
      'Start the service: it builds its read models again from the log.',
    ]
  } finally {
    await close()
  }
}

/** The document store, while no service works on it. */
const openAlone = async ({
  dataDir,
  mongoUrl,
}: Place): Promise<{ readonly documents: DocumentStore; readonly close: () => Promise<void> }> => {
  if (mongoUrl !== null) {
    const documents = await openMongoDocumentStore({ url: mongoUrl })
    await requireStopped(documents, 'MONGODB_URL').catch(async (error) => {
      await documents.close()
      throw error
    })
    return { documents, close: () => documents.close() }
  }
  logFileIn(dataDir)
  if (!existsSync(recordsFile(dataDir))) throw new WrongSetting(`${recordsFile(dataDir)} does not exist: there are no keys to wrap`)
  const folder = await openDataFolder(dataDir)
  await folder.use()
  const documents = await openEmbeddedDocumentStore({ folder: dataDir }).catch(async (error) => {
    await folder.close()
    throw error
  })
  const close = async () => {
    await documents.close()
    await folder.close()
  }
  return { documents, close }
}

/** The new key: of the setting, or a file beside the old one, which is made where there is none. */
const nextKey = ({ dataDir, masterKey }: Place, setting: string | undefined): Buffer => {
  const given = setting ? masterKeyIn(setting) : undefined
  if (setting && !given) throw new WrongSetting('MASTER_KEY_NEW must be 32 bytes in Base64 and nothing else, but is not')
  if (masterKey !== null) {
    if (given) return given
    throw new WrongSetting('set MASTER_KEY to the old key and MASTER_KEY_NEW to the new one (make one with: openssl rand -base64 32)')
  }
  const kept = readNewMasterKey(dataDir)
  if (kept && given && !kept.equals(given))
    throw new WrongSetting(`${newMasterKeyFile(dataDir)} holds another key than MASTER_KEY_NEW: unset one of the two`)
  const key = kept ?? given ?? randomBytes(32)
  if (!kept) writeNewMasterKey(dataDir, key)
  return key
}

/** Wraps all keys, then looks whether all are wrapped by the new one. @throws WrongMasterKey when somebody writes under the old one meanwhile */
const rewrapped = async (keys: MasterKeys): Promise<readonly string[]> => {
  const wrapping = progress('wrapping', 'keys')
  await rewrapKeys(keys, wrapping.at)
  wrapping.end()
  const checking = progress('checking', 'keys')
  const { keys: all, changed, unopened } = await rewrapKeys(keys, checking.at)
  checking.end()
  if (changed > 0)
    throw new WrongMasterKey(
      'keys were made under the old master key meanwhile, so an instance still runs with it: stop it, then run this again',
    )
  const damaged = `${counted(unopened, 'key')} could be opened with neither master key and ${unopened === 1 ? 'stays as it is' : 'stay as they are'}: damaged before, or of another service.`
  return [
    `${counted(all - unopened, 'key')} of personal data ${all - unopened === 1 ? 'is' : 'are'} wrapped by the new master key.`,
    ...(unopened > 0 ? [damaged] : []),
  ]
}

/** Numbers and dates of birth in read models are sealed with a key that is derived from the master key. The next start builds these read models again. */
const dropSealedReadModels = async (documents: DocumentStore): Promise<void> => {
  const sealed = projections.map(({ spec }) => spec).filter((spec) => spec.sealed)
  const names = new Set(sealed.map(({ name }) => name))
  const { checkpoints } = await documents.inventory()
  const stored = checkpoints.map(({ collection }) => collection).filter((address) => names.has(address.split('@')[0] ?? ''))
  // An interrupted run has dropped the checkpoints first.
  const current = sealed.map(addressOf)
  for (const address of new Set([...stored, ...current])) await documents.drop(address)
}

/** @returns the file that says, signed by both, that the new key of the seals follows the old one */
const keepKeyChange = async ({ dataDir }: Place, { from, to }: MasterKeys): Promise<string> => {
  const change = sealingKeyChange(sealingKey(from), sealingKey(to))
  const file = join(dataDir, 'seals', `key-change-${hash('sha256', change.public_key).slice(0, 12)}.json`)
  await writeWhole(file, JSON.stringify(change))
  return file
}

const placed = ({ dataDir }: Place): readonly string[] => {
  const kept = replaceMasterKeyFile(dataDir, new Date())
  return [
    `The new master key is in ${masterKeyFile(dataDir)}: keep two copies of it away from the stores.`,
    `The old one is in ${kept}: move it to the backups that were made under it, which cannot be read without it.`,
  ]
}

const inSettings = [
  'Set MASTER_KEY to the value of MASTER_KEY_NEW for all instances and commands, and unset MASTER_KEY_NEW.',
  'Keep the old key with the backups that were made under it, which cannot be read without it.',
] as const

const ended = async ({ records, scrub }: DocumentStore, current: Buffer): Promise<readonly string[]> => {
  if ((await masterKeyMark(records)) !== markOf(current))
    throw new WrongMasterKey(
      'the change of the master key has not ended, and needs the old key too: set MASTER_KEY to it, and MASTER_KEY_NEW to the new one',
    )
  await scrub()
  await endKeyChange(records)
  return ['The change of the master key is complete.']
}
