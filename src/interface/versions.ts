// The versions of the interface under /v1, the oldest first, with what each changed. Everything inside knows the newest one alone. Clients of an older
// one are served by the transforms of the changes after it (docs/decisions/0025-versions-of-the-interface.md).
import { firstInterfaceVersion } from '../events/account.ts'
import { badRequest } from './errors.ts'
import { type Change, type JsonObject, renamed } from './version-changes.ts'

type Version = {
  /** The day from which it is served. */
  readonly version: string
  /** What differs from the version before. */
  readonly changes: readonly Change[]
}

export const versions: readonly [Version, ...Version[]] = [
  { version: firstInterfaceVersion, changes: [] },
  {
    version: '2026-11-23',
    changes: [
      renamed({
        title:
          'A webhook names its events in `event_types`, as monitors and the timeline do. The name was `enabled_events`; a client renames it in what it sends and reads.',
        paths: ['/v1/webhooks', '/v1/webhooks/:id', '/v1/webhooks/:id/rotate_secret', '/v1/webhooks/:id/test'],
        schemas: ['Webhook', 'NewWebhook', 'CreateWebhookRequest', 'UpdateWebhookRequest'],
        from: 'enabled_events',
        to: 'event_types',
      }),
    ],
  },
]

export const versionNames: readonly string[] = versions.map(({ version }) => version)

export const newestVersion = versionNames.at(-1) ?? firstInterfaceVersion

/** What each version changed, in a line each. */
export const versionChanges: readonly { readonly version: string; readonly title: string }[] = versions.flatMap(({ version, changes }) =>
  changes.length === 0 ? [{ version, title: 'The first version.' }] : changes.map(({ title }) => ({ version, title })),
)

/** What new accounts get unless the operator sets another one: the version that clients were written for when there was no header. */
export const defaultVersion = firstInterfaceVersion

export const versionHeader = 'Probity-Version'

export const unknownVersion = (parameter: string) =>
  badRequest(`there is no version of this name; known versions are ${versionNames.join(', ')}`, parameter)

/** What a version has otherwise than the newest one, the oldest change first. */
export const changesAfter = (version: string): readonly Change[] =>
  versions.slice(versionNames.indexOf(version) + 1).flatMap(({ changes }) => changes)

/** What differs at a path. */
export const changesAt = (version: string, path: string): readonly Change[] =>
  (changesWithPaths.get(version) ?? []).filter(({ paths }) => paths.test(path)).map(({ change }) => change)

/** Matches the paths of these templates, in which `:id` stands for one part. */
const pathsOf = (templates: readonly string[]): RegExp =>
  new RegExp(`^(?:${templates.map((template) => template.replaceAll(/:[^/]+/g, '[^/]+')).join('|')})$`)

/** By version. It is asked at each request. */
const changesWithPaths = new Map(
  versionNames.map((version) => [version, changesAfter(version).map((change) => ({ change, paths: pathsOf(change.paths) }))]),
)

/** The body of a request as the newest version takes it. */
export const asNewest = (changes: readonly Change[], body: unknown): unknown =>
  isObject(body) ? changes.reduce((newer, change) => change.request(newer), body) : body

/** The body of an answer as the older version has it: a record, a list of records, or a refusal. */
export const asOlder = (changes: readonly Change[], body: unknown): unknown => {
  if (!isObject(body)) return body
  const each = (items: unknown, as: (item: JsonObject) => JsonObject): unknown =>
    Array.isArray(items) ? items.map((item) => (isObject(item) ? as(item) : item)) : items
  if (body.object === 'list') return { ...body, data: each(body.data, (record) => olderRecord(changes, record)) }
  if ('errors' in body) return { ...body, errors: each(body.errors, (entry) => olderEntry(changes, entry)) }
  return olderRecord(changes, body)
}

/** Words about members, in the names of the older version. */
export const inOlderWords = (changes: readonly Change[], text: string): string =>
  changes.reduceRight((older, change) => change.words(older), text)

const olderRecord = (changes: readonly Change[], record: JsonObject): JsonObject =>
  changes.reduceRight((older, change) => change.answer(older), record)

const olderEntry = (changes: readonly Change[], entry: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(entry).map(([member, value]) => [member, typeof value === 'string' ? inOlderWords(changes, value) : value]),
  )

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)
