// Runs over the publishers' own lists where they lie beside the repository (`../shared/data`), and is skipped elsewhere: the number of
// entries is the publisher's, and every name finds itself.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openReference } from '../../../src/evidence/reference/database.ts'
import { importFiles } from '../../../src/evidence/reference/import.ts'
import type { ListedParty } from '../../../src/evidence/reference/records.ts'
import { newPlace, recordsOf } from './published-files.ts'
import { missedByThemselves } from './self-found.ts'

const data = fileURLToPath(new URL('../../../../shared/data', import.meta.url))

type Expected = { readonly kind: string; readonly file: string; readonly version: string; readonly rows: number; readonly records: number }

/** Rows and entries as counted in the files. The EU's file is an excerpt; 20 of its entities stand in it under two programmes. */
const lists: readonly Expected[] = [
  { kind: 'un_sc', file: 'un_sc/UN_consolidated_2025-11-15.xml.gz', version: '2025-11-15', rows: 1_000, records: 1_000 },
  { kind: 'eu_fsf', file: 'eu_fsf/fsf_export_1.1_excerpt_2022-03-18.xml.gz', version: '2022-03-18', rows: 1_044, records: 1_024 },
  { kind: 'uk_ofsi', file: 'uk_ofsi/ConList_2018-04-13.csv.gz', version: '2018-04-13', rows: 9_487, records: 2_106 },
  { kind: 'uk_ofsi', file: 'uk_ofsi/ConList_2022.xlsx', version: '2022-05-04', rows: 15_261, records: 3_430 },
  { kind: 'ca_sema', file: 'ca_sema/sema-lmes_2025-05.xml.gz', version: '2025-05', rows: 4_759, records: 4_759 },
  { kind: 'au_dfat', file: 'au_dfat/regulation8_consolidated.csv.gz', version: '2022-05-04', rows: 7_945, records: 2_666 },
]

const place = newPlace()
test.after(() => place.remove())

for (const { kind, file, version, rows, records } of lists) {
  const real = existsSync(join(data, file)) ? test : test.skip
  real(`${file}: every row is read, and the entries are as many as the publisher lists`, async () => {
    const report = await importFiles({ folder: place.folder, kind, files: [join(data, file)], acceptSmaller: true })
    assert.equal([report.version, report.rows, report.rejected, report.records], [version, rows, 0, records])
    const parties = recordsOf<ListedParty>(place, kind)
    assert.is(new Set(parties.map(({ entry_id }) => entry_id)).size, records, 'every entry has an id of its own')
    assert.is(parties.filter(({ type }) => type === 'unknown').length, 0)
  })
}

const all = lists.every(({ file }) => existsSync(join(data, file))) ? test : test.skip

all('the table made of a spreadsheet gives what the spreadsheet gives', async () => {
  const other = newPlace()
  try {
    await importFiles({ folder: other.folder, kind: 'uk_ofsi', files: [join(data, 'uk_ofsi/ConList_2022.csv.gz')] })
    assert.equal(recordsOf(other, 'uk_ofsi'), recordsOf(place, 'uk_ofsi'))
  } finally {
    other.remove()
  }
})

all('every name and alias of these lists finds itself', () => {
  for (const kind of new Set(lists.map((list) => list.kind)))
    assert.equal(missedByThemselves(recordsOf<ListedParty>(place, kind)), [], kind)
})

all('one who is on several lists is found on each, with the number that each gives', () => {
  const reference = openReference({ folder: place.folder })
  try {
    const found = reference.screen({ kind: 'person', name: 'Ayman al-Zawahiri' }).map(({ record }) => record.list)
    assert.ok(
      ['UN', 'OFSI', 'AU'].every((list) => found.includes(list)),
      found.join(),
    )
    assert.equal(
      reference.lists().map(({ abbr, parties }) => [abbr, parties]),
      [
        ['UN', 1_000],
        ['OFSI', 3_430],
        ['EU', 1_024],
        ['CA', 4_759],
        ['AU', 2_666],
      ],
    )
  } finally {
    reference.close()
  }
})

test.run()
