// Runs over the agencies' own files where they lie beside the repository (`../shared/data`), and is skipped elsewhere.

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { normaliseName } from '../../../src/evidence/matching/names.ts'
import { openReference } from '../../../src/evidence/reference/database.ts'
import { type ImportReport, importFiles } from '../../../src/evidence/reference/import.ts'
import type { Entity, ExemptOrganisation, ListedParty } from '../../../src/evidence/reference/records.ts'
import type { Reference } from '../../../src/evidence/reference/reference.ts'
import { filled } from '../../filled.ts'
import { newPlace, recordsOf } from './published-files.ts'
import { missedByThemselves } from './self-found.ts'

const data = fileURLToPath(new URL('../../../../shared/data', import.meta.url))
const present = existsSync(data) && readdirSync(data).includes('ofac')
const real = present ? test : test.skip

/** Files of each kind, the rows in them, those that cannot be read, and the records they make. */
const sets: Readonly<
  Record<
    string,
    { readonly files: readonly string[]; readonly rows: readonly number[]; readonly rejected: number; readonly records: number }
  >
> = {
  // Three comments are about parties that this release no longer lists.
  ofac_sdn: {
    files: ['ofac/sdn.csv.gz', 'ofac/add.csv', 'ofac/alt.csv', 'ofac/sdn_comments.csv'],
    rows: [13_821, 18_990, 17_091, 13],
    rejected: 3,
    records: 13_821,
  },
  ofac_nonsdn: {
    files: ['ofac_nonsdn/cons_prim.csv', 'ofac_nonsdn/cons_add.csv', 'ofac_nonsdn/cons_alt.csv', 'ofac_nonsdn/cons_comments.csv'],
    rows: [442, 574, 1_073, 10],
    rejected: 0,
    records: 442,
  },
  csl: { files: ['csl/consolidated.csv.gz'], rows: [14_160], rejected: 0, records: 14_160 },
  bis_dpl: { files: ['bis_dpl/dpl.txt'], rows: [546], rejected: 0, records: 546 },
  or_sos: { files: ['or_sos/biz-list.csv'], rows: [18_399], rejected: 0, records: 6_755 },
  fl_sunbiz: { files: ['fl_sunbiz/20230929c.txt.gz'], rows: [2_188], rejected: 0, records: 2_188 },
  irs_eo: { files: ['irs_eo/eo_de.csv', 'irs_eo/eo4.csv'], rows: [10_231, 4_921], rejected: 0, records: 15_152 },
  fmcsa_census: { files: ['fmcsa/census_sample_companies.csv'], rows: [560], rejected: 0, records: 560 },
  fmcsa_revocations: { files: ['fmcsa/revocation_2024_08_06.txt'], rows: [2_244], rejected: 0, records: 2_244 },
  ppp_loans: { files: ['ppp/mt_150k_plus_corp_llc.csv', 'ppp/tx_lubbock_corp_llc.csv'], rows: [1_895, 2_780], rejected: 0, records: 4_675 },
  // The structure separates its sectors with empty rows.
  naics: {
    files: ['naics/naics_2022_2-6_digit.csv', 'naics/2022_NAICS_Structure.csv', 'naics/NAICS2012_cbp.txt'],
    rows: [2_125, 2_144, 2_016],
    rejected: 19,
    records: 4_141,
  },
  sic: {
    files: ['sic/sic-codes.csv', 'sic/industry-groups.csv', 'sic/divisions.csv', 'sic/major-groups.csv'],
    rows: [1_005, 416, 10, 83],
    rejected: 0,
    records: 1_514,
  },
  // The last row is empty.
  census_zcta: { files: ['census_zcta/Gaz_zcta_national.txt'], rows: [33_121], rejected: 1, records: 33_120 },
  chicago_licenses: { files: ['chicago/Business_Licenses.csv'], rows: [561], rejected: 0, records: 561 },
}

/** Kinds of lists: every name on them finds itself. */
const lists = ['ofac_sdn', 'ofac_nonsdn', 'csl', 'bis_dpl']

const place = newPlace()
const reports = new Map<string, ImportReport>()
let reference: Reference

test.before(async () => {
  if (!present) return
  for (const [kind, { files }] of Object.entries(sets)) {
    reports.set(kind, await importFiles({ folder: place.folder, kind, files: files.map((file) => join(data, file)) }))
  }
  reference = openReference({ folder: place.folder })
})
test.after(() => {
  if (present) reference.close()
  place.remove()
})

for (const [kind, { rows, rejected, records }] of Object.entries(sets)) {
  real(`every row of ${kind} is counted, and what cannot be read is listed`, () => {
    const report = reports.get(kind)
    assert.equal(
      report?.files.map((file) => file.rows),
      rows,
    )
    assert.equal([report?.rejected, report?.rejectedRows.length, report?.records], [rejected, rejected, records])
    assert.is(report?.rows, (report?.kept ?? 0) + rejected)
  })
}

real('versions are dated where the data tells a date', () => {
  const version = (kind: string) => reports.get(kind)?.version
  assert.equal(['fl_sunbiz', 'fmcsa_revocations', 'or_sos', 'naics'].map(version), ['2023-09-29', '2024-08-06', '2019-03-29', '2022'])
})

real('remarks that were cut after 1,000 characters are whole', () => {
  const cut = reference
    .searchListed({ name: 'SBERBANK OF RUSSIA', limit: 50 })
    .filter(({ record }) => record.remarks !== null && record.remarks.length > 1_000)
  assert.ok(cut.length > 0)
  assert.ok(cut.some(({ record }) => /\(EO 14024 Directive 3\): 26 Mar 2022/.test(record.remarks ?? '')))
})

real('a known party is found on the lists under an old spelling', () => {
  assert.is(reference.screen({ kind: 'business', name: 'Aero-Caribbean Airlines' })[0]?.id, 'ofac_sdn:36')
  assert.is(reference.screen({ kind: 'business', name: 'Banco Nacional de Cuba' })[0]?.record.entry_id, '306')
})

real('the people on lists that do not tell people from companies are found as people', () => {
  const denied = recordsOf<ListedParty>(place, 'bis_dpl').filter(
    ({ name }) => normaliseName(name).legalForm === null && /^\S+ \S+$/.test(name),
  )
  const missed = denied.filter(({ name }) => reference.screen({ kind: 'person', name }).length === 0)
  // An initial and one name are too little to find anybody by.
  assert.ok(denied.length > 100 && missed.length < denied.length / 20, `missed ${missed.length} of ${denied.length}`)
})

real('a company of each registry is found under a misspelt name', () => {
  assert.is(reference.searchEntities({ name: 'AAA Sheperds Care Home' })[0]?.id, 'or_sos:153169496')
  assert.is(reference.searchEntities({ name: 'Art of Love Stduio LLC' })[0]?.id, 'fl_sunbiz:L23000448570')
})

real('letters of two bytes and stray bytes in a record of fixed width do not shift its columns', () => {
  const entities = recordsOf<Entity>(place, 'fl_sunbiz')
  const officers = entities.flatMap((entity) => entity.officers.map(({ name }) => name))
  assert.ok(officers.some((name) => name.endsWith('ORDO\u00d1EZ') || name.endsWith('ORDO\u00f1EZ')))
  assert.ok(entities.some(({ name }) => name.endsWith('& RESTORATIONS LLC')))
  assert.not.ok(/\u00a0|\\u0000/.test(JSON.stringify(entities)))
  assert.ok(filled(entities).every(({ registration_date, status }) => registration_date !== null && status === 'active'))
})

real('the April file of exempt organisations has the 163 new and lacks the 56 gone since March', async () => {
  const other = newPlace()
  try {
    const einsOf = async (file: string) => {
      const report = await importFiles({ folder: other.folder, kind: 'irs_eo', files: [join(data, file)] })
      return { version: report.version, eins: new Set(recordsOf<ExemptOrganisation>(other, 'irs_eo').map(({ ein }) => ein)) }
    }
    const march = await einsOf('irs_eo/eo_de_2026-03.csv.gz')
    const april = await einsOf('irs_eo/eo_de.csv')
    assert.is(march.version, '2026-03')
    assert.equal([april.eins.difference(march.eins).size, march.eins.difference(april.eins).size], [163, 56])
  } finally {
    other.remove()
  }
})

real('every name and alias of every list finds itself', () => {
  const missed = missedByThemselves(lists.flatMap((kind) => recordsOf<ListedParty>(place, kind)))
  assert.equal(missed, [])
})

test.run()
