// The table of data sets in docs/operating/reference-data.md: every kind that can be imported, with the addresses that it is fetched from.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { dataSets } from '../../src/evidence/reference/kinds.ts'
import { sameRows } from './rows.ts'

const page = 'docs/operating/reference-data.md'
const text = readFileSync(join(import.meta.dirname, '../..', page), 'utf8')

test('the table of reference data lists every kind by its title and its published addresses, and nothing else', () => {
  const rows = [...text.matchAll(/^\| `([a-z_]+)` \| ([^|]+) \| ([^|]+) \|$/gm)].filter(([, kind]) =>
    dataSets.some((each) => each.kind === kind),
  )
  sameRows(
    page,
    rows.map(([, kind, title]) => `| \`${kind}\` | ${title} |`),
    dataSets.map(({ kind, title }) => `| \`${kind}\` | ${title} |`),
  )
  for (const { kind, urls } of dataSets) {
    const where = rows.find((row) => row[1] === kind)?.[3] ?? ''
    if (urls.length > 0) assert.equal(where.split('<br>'), [...urls], kind)
    else assert.not.match(where, 'https://', kind)
  }
})

test.run()
