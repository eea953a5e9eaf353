// npm run audit: the history of one record, its state at a time, and who read it.
import { aggregateIdOf, type StoredEvent } from '../../events/catalogue.ts'
import { readersOf } from '../../inner/framework/access-log.ts'
import { projections } from '../../projections/all.ts'
import { fieldChanges, historyOf, type Moment, momentFrom, recordAsOf } from '../../projections/history.ts'
import type { AnyProjection } from '../../projections/projection.ts'
import { exampleId, WrongUse } from '../command-line.ts'
import { OperatorError } from '../connection.ts'
import { cutAfter, printJson, show } from '../output.ts'
import type { Reading } from '../reading.ts'
import type { AuditCommand } from './auditing.ts'

/** The kinds of records by the prefix of their stream, with their collection. */
const kinds: { readonly [prefix: string]: string } = {
  business: 'businesses',
  lien: 'liens',
  run: 'runs',
  account: 'accounts',
  user: 'users',
  business_batch: 'business_batches',
  webhook: 'webhooks',
  monitor: 'monitors',
  signal: 'signals',
  thread: 'threads',
  policies: 'policies',
  registration_request: 'registration_requests',
  information_request: 'information_requests',
  partner_company: 'partner_companies',
  partner_application: 'partner_applications',
  partner_mail: 'partner_mail',
}

export const projectionOf = (collection: string): AnyProjection => {
  const found = projections.find(({ spec }) => spec.name === collection)
  if (!found) throw new WrongUse(`there is no collection ${collection}: ${projections.map(({ spec }) => spec.name).join(', ')}`)
  return found
}

type Found = { readonly stream: string; readonly id: string; readonly projection: AnyProjection; readonly events: readonly StoredEvent[] }

/** The stream of an id of any kind; a stream's name is accepted too. @throws OperatorError */
export const streamOf = async ({ log }: Reading, id: string): Promise<Found> => {
  for (const [prefix, collection] of Object.entries(kinds)) {
    const stream = id.startsWith(`${prefix}-`) ? id : `${prefix}-${id}`
    const events = await log.read(stream)
    if (events.length > 0) return { stream, id: stream.slice(prefix.length + 1), projection: projectionOf(collection), events }
  }
  throw new OperatorError(`nothing has the id ${id}`)
}

/** The account that `--account` names by id or slug; undefined without a name. @throws OperatorError */
export const accountIdIn = async ({ log }: Reading, named: string | undefined): Promise<string | undefined> => {
  if (named === undefined) return undefined
  for await (const { stream, data } of log.store.readAll({ types: ['AccountCreated'] })) {
    const id = aggregateIdOf(stream)
    if (id === named || data.slug === named) return id
  }
  throw new OperatorError(`there is no account "${named}"`)
}

const momentOf = (text: string): Moment => {
  const moment = momentFrom(text)
  if (!moment) throw new WrongUse(`${text} is neither a date, nor a time with an offset (ISO 8601), nor a position`)
  return moment
}

const momentShown = (moment: Moment): string => ('time' in moment ? `at ${moment.time}` : `at position ${moment.position}`)

const beginningOf = ([first]: readonly StoredEvent[]): string =>
  first ? `it began at ${first.metadata.recorded_at}, position ${first.position}` : 'nothing is known about it'

const shown = (value: unknown): string => cutAfter(60, typeof value === 'string' ? value : (JSON.stringify(value) ?? '-'))

export const recordCommands: readonly AuditCommand[] = [
  {
    usage: 'history ID',
    about: 'every event with who, when, why and what changed, field by field',
    options: ['json'],
    examples: [`history ${exampleId}`],
    run: async ({ reading }, [id = ''], { json }) => {
      const { events, projection, id: key } = await streamOf(await reading(), id)
      const history = historyOf(projection, events, key)
      if (json) return printJson(history)
      for (const { revision, position, recorded_at, type, actor, request_id, causation_id, changes } of history) {
        const why = request_id ? `request ${request_id}` : causation_id ? `because of event ${causation_id}` : ''
        console.log(
          `${String(revision).padStart(4)}  ${recorded_at}  ${type}  by ${actor.type} ${actor.id}  ${why}  (position ${position})`,
        )
        for (const { field, before, after } of changes) console.log(`        ${field}: ${shown(before)} -> ${shown(after)}`)
      }
    },
  },
  {
    usage: 'as-of ID MOMENT',
    about: 'the record as it stood at a time (ISO 8601; a day alone is its first moment, UTC) or a position, as JSON',
    options: ['json'],
    examples: [`as-of ${exampleId} 2026-03-01`],
    run: async ({ reading }, [id = '', moment = '']) => {
      const at = momentOf(moment)
      const { events, projection, id: key } = await streamOf(await reading(), id)
      const record = recordAsOf(projection, events, key, at)
      if (record === null) throw new OperatorError(`${id} did not exist ${momentShown(at)}; ${beginningOf(events)}`)
      printJson(record)
    },
  },
  {
    usage: 'diff ID A B',
    about: 'what differs in the record between two moments',
    options: ['json'],
    examples: [`diff ${exampleId} 2026-03-01 2026-04-01`],
    run: async ({ reading }, [id = '', a = '', b = ''], { json }) => {
      const moments = [a, b].map(momentOf)
      const { events, projection, id: key } = await streamOf(await reading(), id)
      const [before, after] = moments.map((moment) => recordAsOf(projection, events, key, moment))
      const changes = fieldChanges(before ?? null, after ?? null)
      if (before === null && after === null) throw new OperatorError(`${id} existed at neither moment; ${beginningOf(events)}`)
      if (changes.length === 0 && !json) return console.log('nothing differs')
      const rows = changes.map(({ field, before, after }) => ({ field, before: shown(before), after: shown(after) }))
      show(json ? changes : rows, ['field', 'before', 'after'], { json })
    },
  },
  {
    usage: 'access ID',
    about: 'who read it, when the service runs with ACCESS_LOG=true',
    options: ['json'],
    examples: [`access ${exampleId}`],
    run: async ({ reading }, [id = ''], { json }) => {
      const { documents } = await reading()
      const readings = await readersOf(documents.records, id)
      if (readings.length === 0 && !json)
        return console.log(`no reader of ${id} is recorded; a service records readers while it runs with ACCESS_LOG=true`)
      const rows = readings.map(({ actor, ...each }) => ({ ...each, actor: `${actor.type} ${actor.id}` }))
      show(json ? readings : rows, ['at', 'actor', 'path', 'request_id'], { json })
    },
  },
]
