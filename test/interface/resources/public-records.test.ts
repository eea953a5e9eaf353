// Loans as they leave the service.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { emptyFile, fileAfter, isEvidence } from '../../../src/events/evidence-file.ts'
import { Loan } from '../../../src/interface/records/evidence.ts'
import { loansOf } from '../../../src/interface/resources/public-records.ts'
import { samples } from '../../events/samples.ts'

const shown = (at: number) => {
  const event = { type: 'LoanFound' as const, data: samples.LoanFound[at]?.data } as never
  const [loan] = isEvidence(event) ? loansOf(fileAfter(emptyFile, event, '2026-11-21T09:30:00.000Z')) : []
  return Loan.parse(loan).details
}

test('a loan shows the owners as published and the title of the industry', () => {
  const { gender, veteran, race_ethnicity, naics_code } = shown(1) ?? {}
  assert.equal([gender, veteran, race_ethnicity, naics_code?.title], ['Female Owned', 'Non-Veteran', 'Unanswered', 'Widget Making'])
})

test('a loan of older events has none of it', () => {
  const { gender, naics_code } = shown(0) ?? {}
  assert.equal([gender, naics_code?.title], [null, undefined])
})

test.run()
