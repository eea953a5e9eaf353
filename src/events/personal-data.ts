// Sealing: personal data is encrypted with its subject's key (AES-256-GCM) before an event is hashed and stored, and opened on reading.
// Destroying a subject's key erases the person from the log and leaves every hash chain as it was.
import type { KeyObject } from 'node:crypto'
import { decrypt, encrypt } from './aes-gcm.ts'
import type { PersonalPath } from './define.ts'
import { derivedId } from './derived-id.ts'

/** The sealed form of a personal value in the log: `s` the subject, `v` the encrypted JSON in base64. */
export type Sealed = { readonly $sealed: { readonly s: string; readonly v: string } }

/** What a reader sees of a value whose subject has been erased. */
export const erased = '[erased]'

/** What a reader sees of a value whose key is missing or cannot be opened, although nobody erased its subject. */
export const lost = '[lost]'

/** Whether a reader sees one of these two words in place of the value. */
export const isUnreadable = (value: unknown): boolean => value === erased || value === lost

/**
 * The subject that takes the place of one whose key was destroyed, for what is added to its record afterwards. Derived, so that everyone finds the same.
 * @example
 * heirOf('0198c0de-0000-7000-8000-000000000001') === heirOf('0198c0de-0000-7000-8000-000000000001') // => true
 */
export const heirOf = (subject: string): string => derivedId('after its erasure', subject)

/** A subject's key, or why there is none: it was destroyed, or it is missing or damaged. */
export type SubjectKey = KeyObject | 'erased' | 'lost'
export type SubjectKeys = ReadonlyMap<string, SubjectKey>

/** Personal data cannot be written, because the key of its subject is damaged. */
export class LostKey extends Error {
  override readonly name = 'LostKey'
}

type Container = Record<string, unknown>

/** The subjects whose keys are needed to seal this data; added to those given. */
export const subjectsIn = (
  data: unknown,
  paths: readonly PersonalPath[],
  aggregateId: string,
  subjects: Set<string> = new Set(),
): ReadonlySet<string> => {
  const noted = (value: unknown, subject: string): unknown => {
    subjects.add(subject)
    return value
  }
  for (const path of paths) replacedAt(data, path, aggregateId, noted)
  return subjects
}

/**
 * Whether the opened data holds a personal value that can be read, or could before its key was lost.
 * @example
 * holdsPersonal({ email: 'ann@example.com' }, [{ path: ['email'], subject: null }]) // => true
 * holdsPersonal({ email: '[erased]' }, [{ path: ['email'], subject: null }]) // => false
 */
export const holdsPersonal = (data: unknown, paths: readonly PersonalPath[]): boolean => {
  let holds = false
  const noted = (value: unknown): unknown => {
    holds ||= value !== erased && !isEmpty(value)
    return value
  }
  for (const path of paths) replacedAt(data, path, '', noted)
  return holds
}

const isEmpty = (value: unknown): boolean => typeof value === 'object' && value !== null && Object.keys(value).length === 0

/**
 * The data with every personal value sealed; values of an erased subject are left out. `heirs`: who takes the place of a subject. @throws LostKey
 * @example
 * import { createSecretKey, randomBytes } from 'node:crypto'
 * const keys = new Map([['ann', createSecretKey(randomBytes(32))]])
 * const sealed = seal({ email: 'ann@example.com' }, [{ path: ['email'], subject: null }], 'ann', keys)
 * open(sealed, keys) // => { email: 'ann@example.com' }
 * open(sealed, new Map([['ann', 'erased']])) // => { email: '[erased]' }
 * open(sealed, new Map()) // => { email: '[lost]' }
 */
export const seal = <Data>(
  data: Data,
  paths: readonly PersonalPath[],
  aggregateId: string,
  keys: SubjectKeys,
  heirs: ReadonlyMap<string, string> = noHeirs,
): Data => {
  const sealed = (value: unknown, named: string): unknown => {
    const subject = heirs.get(named) ?? named
    const key = keys.get(subject) ?? 'lost'
    if (key === 'lost') throw new LostKey(`the key of ${subject} cannot be opened`)
    return key === 'erased' ? erased : sealedWith(value, subject, key)
  }
  return paths.reduce((each, path) => replacedAt(each, path, aggregateId, sealed), data)
}

const noHeirs: ReadonlyMap<string, string> = new Map()

/** The subjects whose keys are needed to open this data, whatever the version of the event that holds it; added to those given. */
export const sealedSubjectsIn = (data: unknown, subjects: Set<string> = new Set()): ReadonlySet<string> => {
  // A loop over fields that also meets lists is compiled again and again.
  if (Array.isArray(data)) for (const each of data) sealedSubjectsIn(each, subjects)
  else if (typeof data === 'object' && data !== null) {
    if (isSealed(data)) return subjects.add(data.$sealed.s)
    for (const field in data) sealedSubjectsIn((data as Container)[field], subjects)
  }
  return subjects
}

/** The data with every sealed value opened; what was erased reads `[erased]`, and what no key opens `[lost]`. What holds nothing sealed is not copied. */
export const open = (data: unknown, keys: SubjectKeys): unknown => {
  if (typeof data !== 'object' || data === null) return data
  if (isSealed(data)) {
    const key = keys.get(data.$sealed.s) ?? 'lost'
    if (key === 'erased') return erased
    return key === 'lost' ? lost : openedWith(data, key)
  }
  let copy: Container | undefined
  for (const field in data) {
    const value = (data as Container)[field]
    const opened = open(value, keys)
    if (opened === value) continue
    copy ??= (Array.isArray(data) ? [...data] : { ...data }) as Container
    copy[field] = opened
  }
  return copy ?? data
}

const sealedWith = (value: unknown, subject: string, key: KeyObject): Sealed => ({
  $sealed: { s: subject, v: encrypt(key, JSON.stringify(value)).toString('base64') },
})

/** The value; `lost` if the key is another than the one that sealed it. */
const openedWith = ({ $sealed }: Sealed, key: KeyObject): unknown => {
  try {
    return JSON.parse(decrypt(key, Buffer.from($sealed.v, 'base64')).toString('utf8'))
  } catch {
    return lost
  }
}

const isSealed = (value: object): value is Sealed => '$sealed' in value

type Replace = (value: unknown, subject: string) => unknown

/** A path, and what becomes of the values there. */
type Place = PersonalPath & { readonly replace: Replace }

/** The data with every value that is present at the path replaced. Only what holds another value is copied. */
const replacedAt = <Data>(data: Data, { path, subject }: PersonalPath, aggregateId: string, replace: Replace): Data =>
  // Values are replaced, members are not.
  replacedIn(data, { path, subject, replace }, 0, aggregateId) as Data

/** The same of what lies behind the first `depth` steps of the path; `owner` is the subject so far. */
const replacedIn = (value: unknown, place: Place, depth: number, owner: string): unknown => {
  const { path, subject, replace } = place
  if (depth === path.length) return value === undefined || value === null ? value : replace(value, owner)
  if (value === null || typeof value !== 'object') return value
  const holder = value as Container
  const held = subject?.depth === depth ? String(holder[subject.field]) : owner
  const name = path[depth] as string
  if (name === '*') return replacedInEach(holder, place, depth, held)
  const before = holder[name]
  const after = replacedIn(before, place, depth + 1, held)
  return after === before ? value : { ...holder, [name]: after }
}

const replacedInEach = (holder: Container, place: Place, depth: number, owner: string): unknown => {
  let copy: Container | undefined
  for (const field in holder) {
    const replaced = replacedIn(holder[field], place, depth + 1, owner)
    if (replaced === holder[field]) continue
    copy ??= (Array.isArray(holder) ? [...holder] : { ...holder }) as Container
    copy[field] = replaced
  }
  return copy ?? holder
}
