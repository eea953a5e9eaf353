// The names that screening is measured with: those of the published lists, read by the importers, and honest ones from registries.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { fold } from '../../src/evidence/matching/letters.ts'
import { importFiles } from '../../src/evidence/reference/import.ts'
import type { Entity, ExemptOrganisation, ListedParty } from '../../src/evidence/reference/records.ts'
import { type Place, recordsOf } from '../../test/evidence/reference/published-files.ts'

/** One line per list that is measured: its kind and its files below the data folder. An agency's own files come before gatherings of lists. */
const lists: Readonly<Record<string, readonly string[]>> = {
  ofac_sdn: ['ofac/sdn.csv.gz', 'ofac/add.csv', 'ofac/alt.csv', 'ofac/sdn_comments.csv'],
  ofac_nonsdn: ['ofac_nonsdn/cons_prim.csv', 'ofac_nonsdn/cons_add.csv', 'ofac_nonsdn/cons_alt.csv', 'ofac_nonsdn/cons_comments.csv'],
  bis_dpl: ['bis_dpl/dpl.txt'],
  un_sc: ['un_sc/UN_consolidated_2025-11-15.xml.gz'],
  uk_ofsi: ['uk_ofsi/ConList_2022.xlsx'],
  eu_fsf: ['eu_fsf/fsf_export_1.1_excerpt_2022-03-18.xml.gz'],
  ca_sema: ['ca_sema/sema-lmes_2025-05.xml.gz'],
  au_dfat: ['au_dfat/regulation8_consolidated.csv.gz'],
  csl: ['csl/consolidated.csv.gz'],
}

export type PublishedParty = ListedParty & { readonly id: string }

export async function listedParties(place: Place, folder: string): Promise<readonly PublishedParty[]> {
  const kindOf = new Map<string, string>()
  const parties: PublishedParty[] = []
  for (const [kind, files] of Object.entries(lists)) {
    await importFiles({ folder: place.folder, kind, files: files.map((file) => join(folder, file)) })
    for (const party of recordsOf<ListedParty>(place, kind)) {
      if (!kindOf.has(party.list)) kindOf.set(party.list, kind)
      if (kindOf.get(party.list) === kind) parties.push({ ...party, id: `${kind} ${party.entry_id}` })
    }
  }
  return parties
}

export type HonestNames = { readonly label: string; readonly kind: 'business' | 'person'; readonly names: readonly string[] }

/** Names of registered businesses and people, without those that a list holds letter for letter. */
export async function honestNames(place: Place, folder: string, listed: readonly PublishedParty[]): Promise<readonly HonestNames[]> {
  const entities = async (kind: string, ...files: readonly string[]) => {
    await importFiles({ folder: place.folder, kind, files: files.map((file) => join(folder, file)) })
    return recordsOf<Entity>(place, kind)
  }
  const oregon = await entities('or_sos', 'or_sos/biz-list.csv')
  const florida = await entities('fl_sunbiz', 'fl_sunbiz/20230929c.txt.gz')
  await entities('irs_eo', 'irs_eo/eo_de.csv', 'irs_eo/eo4.csv')
  const charities = recordsOf<ExemptOrganisation>(place, 'irs_eo').map(({ name }) => name)
  await entities('ppp_loans', 'ppp/mt_150k_plus_corp_llc.csv', 'ppp/tx_lubbock_corp_llc.csv')
  const borrowers = recordsOf<{ readonly name: string }>(place, 'ppp_loans').map(({ name }) => name)
  const british = [0, 1, 2, 3].flatMap((part) => column(`uk_companies_house/search_2025_first_week_${part}.csv.gz`, 'company_name'))
  const international = column('gleif/20260123-0800-lei2-excerpt-23cols.csv.gz', 'Entity.LegalName')
  const people = (all: readonly Entity[]) =>
    all.flatMap(({ officers, registered_agent }) => [...officers.map(({ name }) => name), registered_agent?.name ?? '']).filter(isPerson)
  const known = new Set(listed.flatMap((party) => [party.name, ...party.aliases.map(({ name }) => name)]).map(letters))
  const businesses: readonly (readonly [string, readonly string[]])[] = [
    ['businesses, Oregon', oregon.map(({ name }) => name)],
    ['businesses, Florida', florida.map(({ name }) => name)],
    ['loan recipients', borrowers],
    ['charities', charities],
    ['new companies, United Kingdom', british],
    ['holders of an LEI, all countries', international],
  ]
  const individuals: readonly (readonly [string, readonly string[]])[] = [
    ['officers and agents, Oregon', people(oregon)],
    ['officers and agents, Florida', people(florida)],
  ]
  const unlisted = (names: readonly string[]) => [...new Set(names)].filter((name) => name !== '' && !known.has(letters(name)))
  return [
    ...businesses.map(([label, names]) => ({ label, kind: 'business' as const, names: unlisted(names) })),
    ...individuals.map(([label, names]) => ({ label, kind: 'person' as const, names: unlisted(names) })),
  ]

  function column(file: string, name: string): readonly string[] {
    const path = join(folder, file)
    if (!existsSync(path)) return []
    const rows: Record<string, string>[] = parse(gunzipSync(readFileSync(path)), {
      columns: true,
      bom: true,
      relax_quotes: true,
      relax_column_count: true,
    })
    return rows.map((row) => row[name] ?? '')
  }
}

const letters = (name: string): string => fold(name).replace(/[^\p{L}\p{N}]/gu, '')
const isPerson = (name: string): boolean =>
  /^[\p{L}'.,-]+(?: [\p{L}'.,-]+){1,4}$/u.test(name) &&
  !/\b(?:llc|inc|corp|ltd|co|lp|pa|pllc|company|services?|group|agents?|law|registered|trust)\b/i.test(name)
