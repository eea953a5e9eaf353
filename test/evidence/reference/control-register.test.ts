// The register of people with significant control: an invented sample in the published form, and published records where they lie beside the
// repository (`../shared/data`).
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Controller } from '../../../src/evidence/reference/records.ts'
import { interestOf } from '../../../src/processes/findings/owners.ts'
import { importInto, inPlace, recordsOf } from './published-files.ts'

const line = (data: object, number: string | undefined = '01234567') => JSON.stringify({ company_number: number, data })
const self = (of: string) => ({ self: `/company/01234567/persons-with-significant-control/${of}` })

test(
  'people, companies, withheld names and statements are read, the counting line is no record, and a bad row is told',
  inPlace(async (place) => {
    const kept = [
      line({
        kind: 'individual-person-with-significant-control',
        name: 'Dr Ann Mary Smith',
        name_elements: { title: 'Dr', forename: 'Ann', middle_name: 'Mary', surname: 'Smith' },
        date_of_birth: { month: 5, year: 1970 },
        natures_of_control: ['ownership-of-shares-25-to-50-percent'],
        notified_on: '2020-03-01',
        links: self('ann'),
      }),
      line({
        kind: 'corporate-entity-person-with-significant-control',
        name: 'Holding Limited',
        identification: { country_registered: 'England', registration_number: '00000042' },
        natures_of_control: [],
        ceased_on: '2021-01-01',
        links: self('holding'),
      }),
      line({ kind: 'super-secure-person-with-significant-control', description: 'super-secure', links: self('secure') }),
      line({ kind: 'persons-with-significant-control-statement', statement: 'no-individual', links: self('statement') }),
    ]
    const totals = JSON.stringify({ data: { kind: 'totals#persons-of-significant-control-snapshot' } })
    const bad = [
      line({ kind: 'something-new', links: self('new') }),
      '{"company_number":',
      JSON.stringify({ data: { kind: 'individual-x' } }),
    ]
    const report = await importInto(place, 'uk_psc', place.file('psc.txt', [...kept, ...bad, totals].join('\n')))
    assert.equal([report.rows, report.rejected, report.records], [8, 3, 4])
    const [ann, holding, secure, statement] = recordsOf<Controller>(place, 'uk_psc')
    assert.equal([ann?.type, ann?.name, ann?.born, ann?.notified_on], ['person', 'Ann Mary Smith', '1970-05', '2020-03-01'])
    assert.equal([holding?.type, holding?.registration_number, holding?.ceased_on], ['business', '00000042', '2021-01-01'])
    assert.equal([secure?.type, secure?.name, statement?.type], ['withheld', null, 'statement'])
  }),
)

test('natures of control become interests with bands', () => {
  assert.equal(interestOf('ownership-of-shares-25-to-50-percent'), { kind: 'ownership', from: 25, to: 50 })
  assert.equal(interestOf('voting-rights-75-to-100-percent-as-trust'), { kind: 'voting_rights', from: 75, to: 100 })
  assert.equal(interestOf('ownership-of-shares-more-than-25-percent-registered-overseas-entity'), { kind: 'ownership', from: 25, to: 100 })
  assert.equal(interestOf('right-to-appoint-and-remove-directors'), { kind: 'appoints_management', from: null, to: null })
  assert.equal(interestOf('significant-influence-or-control'), { kind: 'other_control', from: null, to: null })
})

const records = fileURLToPath(new URL('../../../../shared/data/uk_companies_house/psc_snapshot_records.jsonl', import.meta.url))
const real = existsSync(records) ? test : test.skip

real(
  'published records: 19 in 35 lines, and none is rejected',
  inPlace(async (place) => {
    const report = await importInto(place, 'uk_psc', place.file('psc.jsonl', readFileSync(records)))
    assert.equal([report.rows, report.rejected, report.records], [35, 0, 19])
  }),
)

test.run()
