// What the auditor's commands need: the stores opened for reading, or the running service.
import { type Config, readConfig } from '../../config.ts'
import { account, type Command, json } from '../command-line.ts'
import { connectOperator, type Operator } from '../connection.ts'
import { type LogReading, openForReading, openLogForReading, type Reading } from '../reading.ts'

export type Auditing = {
  readonly config: Config
  /** The unopened log: it needs neither keys nor read models. @throws WrongSetting where there is nothing to read */
  readonly log: () => Promise<LogReading>
  /** The log, opened with the keys of personal data, and the read models. @throws WrongSetting */
  readonly reading: () => Promise<Reading>
  /** For commands that write: the service does it. */
  readonly operator: () => Promise<Operator>
  readonly close: () => Promise<void>
}

export const auditOptions = {
  json,
  account: { ...account, about: 'only of this account, by its id or slug' },
  collection: { type: 'string', multiple: true, value: 'NAME', about: 'only this collection of read models' },
  type: { type: 'string', multiple: true, value: 'TYPE', about: 'only events of this type, such as BusinessApproved' },
  from: { type: 'string', value: 'TIME', about: 'only events from this time on (ISO 8601); a day alone is its first moment, UTC' },
  to: { type: 'string', value: 'TIME', about: 'only events up to this time; a day alone is included as a whole, UTC' },
  format: { type: 'string', value: 'FORMAT', about: 'ndjson (one JSON object per line, the default) or parquet' },
  out: { type: 'string', value: 'PATH', about: 'the file to write' },
  test: { type: 'boolean', about: 'the test businesses instead of the live ones' },
  seals: { type: 'string', value: 'FOLDER', about: 'the folder of kept seals; by default DATA_DIR/seals' },
  'public-key': {
    type: 'string',
    value: 'FILE',
    about: 'your copy of the public key of the seals; by default derived from the master key',
  },
  lists: { type: 'string', value: 'FOLDER', about: 'the folder of the reference data; by default DATA_DIR/reference' },
  'signature-only': { type: 'boolean', about: 'does not repeat the screening' },
  person: { type: 'string', value: 'ID', about: 'only this person of the business' },
  reason: { type: 'string', value: 'TEXT', about: 'why; the log keeps it' },
  'requested-by': { type: 'string', value: 'NAME', about: 'who requested it; the log keeps it' },
  'dry-run': { type: 'boolean', about: 'shows what would be erased, and changes nothing' },
} as const

export type AuditCommand = Command<Auditing, typeof auditOptions>

export const openAuditing = async (): Promise<Auditing> => {
  const config = readConfig(process.env)
  const closing: (() => Promise<void>)[] = []
  const once = <Opened extends { readonly close: () => Promise<void> }>(open: () => Promise<Opened>) => {
    let opened: Promise<Opened> | undefined
    return async () => {
      opened ??= open()
      const { close } = await opened
      if (!closing.includes(close)) closing.push(close)
      return opened
    }
  }
  return {
    config,
    log: once(() => openLogForReading(config)),
    reading: once(() => openForReading(config)),
    operator: once(connectOperator),
    close: async () => {
      for (const close of closing) await close()
    },
  }
}
