// The rule of a screening: which code compares names, and with which thresholds. It is stored with every screening, so that it can be shown and
// repeated years later. Code of the same hash finds the same hits in the same lists.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { screeningRules } from '../matching/thresholds.ts'

export type ScreeningRule = {
  /** SHA-256 over the code that compares names, and over the versions of the packages that it uses. */
  readonly matching: string
  /** The least score of a hit: `business against entity, alias`. */
  readonly thresholds: { readonly [pair: string]: number }
}

let known: ScreeningRule | undefined

/** Read from the program's own files, once. */
export function screeningRule(): ScreeningRule {
  known ??= { matching: matchingHash(), thresholds: thresholds() }
  return known
}

const packages = ['any-ascii', 'fuzzball']

function matchingHash(): string {
  const hash = createHash('sha256')
  const matching = fileURLToPath(new URL('../matching/', import.meta.url))
  for (const name of readdirSync(matching).sort()) hash.update(`${name}\n`).update(readFileSync(`${matching}${name}`))
  hash.update(readFileSync(fileURLToPath(new URL('./screening.ts', import.meta.url))))
  for (const name of packages) hash.update(`${name} ${versionOf(name)}\n`)
  return hash.digest('hex')
}

function versionOf(name: string): string {
  const path = fileURLToPath(new URL(`../../../node_modules/${name}/package.json`, import.meta.url))
  return String((JSON.parse(readFileSync(path, 'utf8')) as { readonly version?: unknown }).version)
}

function thresholds(): ScreeningRule['thresholds'] {
  return Object.fromEntries(
    Object.entries(screeningRules).flatMap(([kind, rules]) =>
      Object.entries(rules).flatMap(([type, { least }]) =>
        Object.entries(least).map(([quality, score]) => [`${kind} against ${type}, ${quality}`, score]),
      ),
    ),
  )
}
