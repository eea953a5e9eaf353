// Sealing: personal data is encrypted with its subject's key (AES-256-GCM) before an event is hashed and stored, and opened on reading.
// Destroying a subject's key erases the person from the log and leaves every hash chain as it was.
import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto'
import type { PersonalPath } from './define.ts'

/** What stands in the log in place of a personal value: `s` the subject, `v` base64 of iv (12 bytes), tag (16 bytes) and ciphertext. */
export type Sealed = { readonly $sealed: { readonly s: string; readonly v: string } }

/** What a reader sees of a value whose subject has been erased. */
export const erased = '[erased]'

/** The keys by subject; null where the key has been destroyed. */
export type SubjectKeys = ReadonlyMap<string, KeyObject | null>

type Container = Record<string, unknown>

/** The subjects whose keys are needed to seal this data. */
export const subjectsIn = (data: unknown, paths: readonly PersonalPath[], aggregateId: string): string[] => {
  const subjects = new Set<string>()
  for (const path of paths) visit(data, path, aggregateId, (_, __, subject) => subjects.add(subject))
  return [...subjects]
}

/** A copy of the data with every personal value sealed; of an erased subject nothing is written any more. */
export const seal = <Data>(data: Data, paths: readonly PersonalPath[], aggregateId: string, keys: SubjectKeys): Data =>
  rewrite(data, paths, aggregateId, (value, subject) => {
    const key = keys.get(subject)
    if (!key) return erased
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, iv)
    const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
    return { $sealed: { s: subject, v: Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64') } } satisfies Sealed
  })

/** The subjects whose keys are needed to open this data. */
export const sealedSubjectsIn = (data: unknown, paths: readonly PersonalPath[]): string[] => {
  const subjects = new Set<string>()
  for (const path of paths) visit(data, path, '', (holder, key) => isSealed(holder[key]) && subjects.add(holder[key].$sealed.s))
  return [...subjects]
}

/** A copy of the data with every sealed value opened; what was erased reads `[erased]`. */
export const open = <Data>(data: Data, paths: readonly PersonalPath[], keys: SubjectKeys): Data =>
  rewrite(data, paths, '', (value) => {
    if (!isSealed(value)) return value
    const key = keys.get(value.$sealed.s)
    if (!key) return erased
    const bytes = Buffer.from(value.$sealed.v, 'base64')
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAuthTag(bytes.subarray(12, 28))
    return JSON.parse(decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8'))
  })

const isSealed = (value: unknown): value is Sealed => typeof value === 'object' && value !== null && '$sealed' in value

const rewrite = <Data>(
  data: Data,
  paths: readonly PersonalPath[],
  aggregateId: string,
  change: (value: unknown, subject: string) => unknown,
): Data => {
  if (paths.length === 0) return data
  const copy = structuredClone(data)
  for (const path of paths)
    visit(copy, path, aggregateId, (holder, key, subject) => {
      holder[key] = change(holder[key], subject)
    })
  return copy
}

/** Calls `on` with the holder, the key and the subject of every value that is present at the path. */
const visit = (
  data: unknown,
  { path, subject }: PersonalPath,
  aggregateId: string,
  on: (holder: Container, key: string, subject: string) => void,
) => {
  const step = (value: unknown, depth: number, owner: string): void => {
    if (value === null || typeof value !== 'object') return
    const held = subject?.depth === depth ? String((value as Container)[subject.field]) : owner
    const key = path[depth] as string
    const keys = key === '*' ? Object.keys(value) : key in value ? [key] : []
    for (const each of keys) {
      if (depth < path.length - 1) step((value as Container)[each], depth + 1, held)
      else if ((value as Container)[each] !== null && (value as Container)[each] !== undefined) on(value as Container, each, held)
    }
  }
  step(data, 0, aggregateId)
}
