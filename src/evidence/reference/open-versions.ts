// Keeps the versions in use open, one per kind, and reopens them when `current.json` changes. A damaged file is replaced by the version
// before it, and the problem is reported.

import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { type AsYouType, asYouType } from './as-you-type.ts'
import { type Current, currentMark, readCurrent } from './folder.ts'
import { type AnyDataSet, dataSets } from './kinds.ts'
import { type NameSearch, nameSearch } from './name-search.ts'
import { type FileFacts, openReferenceFile } from './reference-file.ts'
import { type Query, query } from './typed-rows.ts'

/** A record as it is stored; `data` is its JSON. */
export type StoredRow = { readonly id: number; readonly key: string; readonly data: string }

export type OpenVersion = {
  readonly dataSet: AnyDataSet
  readonly file: string
  readonly facts: FileFacts
  readonly db: DatabaseSync
  readonly search: NameSearch
  readonly typed: AsYouType
  readonly statements: {
    readonly byId: Query<StoredRow>
    readonly byKey: Query<StoredRow>
    readonly byNumber: Query<StoredRow>
    readonly byPerson: Query<StoredRow>
    readonly byAddress: Query<StoredRow>
    readonly namesAtAddress: Query<{ readonly name: string }>
  }
}

export type VersionProblem = { readonly kind: string; readonly problem: string }

export class OpenVersions {
  readonly #folder: string
  readonly #checkEveryMs: number
  readonly #open = new Map<string, OpenVersion>()
  readonly #damaged = new Set<string>()
  #problems: readonly VersionProblem[] = []
  #mark: string | undefined
  #checkedAt = Number.NEGATIVE_INFINITY

  constructor(folder: string, checkEveryMs: number) {
    this.#folder = folder
    this.#checkEveryMs = checkEveryMs
  }

  get problems(): readonly VersionProblem[] {
    return this.#problems
  }

  all(): readonly OpenVersion[] {
    const now = performance.now()
    if (now - this.#checkedAt >= this.#checkEveryMs) {
      this.#checkedAt = now
      const mark = currentMark(this.#folder)
      if (mark !== this.#mark) {
        // The same files imported again make a file of the same name.
        this.#damaged.clear()
        this.#reopen(mark)
      }
    }
    return [...this.#open.values()]
  }

  /** Falls back to the previous version when SQLite finds damage that opening did not show. */
  giveUp(version: OpenVersion): void {
    this.#damaged.add(version.file)
    this.#reopen(currentMark(this.#folder))
  }

  close(): void {
    for (const { db } of this.#open.values()) db.close()
    this.#open.clear()
  }

  #reopen(mark: string): void {
    const problems: VersionProblem[] = []
    let current: Current
    try {
      current = readCurrent(this.#folder)
    } catch (error) {
      // Keeps the open versions until the file is repaired.
      this.#problems = [{ kind: '', problem: messageOf(error) }]
      this.#mark = mark
      return
    }
    for (const dataSet of dataSets) {
      const before = this.#open.get(dataSet.kind)
      const named = current[dataSet.kind]
      const files = named === undefined ? [] : [named.file, ...(named.previous ? [named.previous.file] : [])]
      const now = this.#firstThatOpens(dataSet, files, before, problems)
      if (now === before) continue
      if (now === undefined) this.#open.delete(dataSet.kind)
      else this.#open.set(dataSet.kind, now)
      before?.db.close()
    }
    this.#problems = problems
    this.#mark = mark
  }

  #firstThatOpens(
    dataSet: AnyDataSet,
    files: readonly string[],
    before: OpenVersion | undefined,
    problems: VersionProblem[],
  ): OpenVersion | undefined {
    for (const file of files) {
      if (this.#damaged.has(file)) {
        problems.push({ kind: dataSet.kind, problem: `the reference file ${file} is damaged` })
        continue
      }
      if (before?.file === file) return before
      try {
        return openVersion(this.#folder, file, dataSet)
      } catch (error) {
        problems.push({ kind: dataSet.kind, problem: messageOf(error) })
      }
    }
    return undefined
  }
}

function openVersion(folder: string, file: string, dataSet: AnyDataSet): OpenVersion {
  const { db, facts } = openReferenceFile(join(folder, file))
  const through = (table: string, column: string) =>
    query<StoredRow>(
      db,
      `SELECT id, records.key, data FROM ${table} JOIN records ON records.id = record WHERE ${table}.${column} = ? ORDER BY id LIMIT ?`,
    )
  return {
    dataSet,
    file,
    facts,
    db,
    search: nameSearch(db, dataSet.family),
    typed: asYouType(db, dataSet.family),
    statements: {
      byId: query(db, 'SELECT id, key, data FROM records WHERE id = ?'),
      byKey: query(db, 'SELECT id, key, data FROM records WHERE key = ?'),
      byNumber: through('numbers', 'number'),
      byPerson: through('people', 'key'),
      byAddress: through('addresses', 'key'),
      namesAtAddress: query(db, 'SELECT DISTINCT name FROM addresses WHERE key = ? LIMIT 10000'),
    },
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
