// Loans as they leave the service.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { emptyFile, fileAfter, isEvidence } from '../../../src/events/evidence-file.ts'
import { Loan } from '../../../src/interface/records/evidence.ts'
import { loansOf } from '../../../src/interface/resources/public-records.ts'
import { samples } from '../../events/samples.ts'

const loanOf = (data: object | undefined) => {
  const event = { type: 'LoanFound' as const, data } as never
  const [loan] = isEvidence(event) ? loansOf(fileAfter(emptyFile, event, '2026-11-21T09:30:00.000Z')) : []
  return Loan.parse(loan)
}
const shown = (at: number) => loanOf(samples.LoanFound[at]?.data).details

test('a loan shows the owners as published and the title of the industry', () => {
  const { gender, veteran, race_ethnicity, naics_code } = shown(1) ?? {}
  assert.equal([gender, veteran, race_ethnicity, naics_code?.title], ['Female Owned', 'Non-Veteran', 'Unanswered', 'Widget Making'])
})

test('a loan of older events has none of it', () => {
  const { gender, naics_code } = shown(0) ?? {}
  assert.equal([gender, naics_code?.title], [null, undefined])
})

test('a loan shows its amount, or the range that was published in its place', () => {
  const data = samples.LoanFound[0]?.data as { readonly loan: object }
  const amounts = (amount_range: string | null) => {
    const { amount, details } = loanOf({ ...data, loan: { ...data.loan, amount: 150_000, amount_range } })
    return [amount, details?.amount_range]
  }
  assert.equal(
    [amounts(null), amounts('$150,000-350,000')],
    [
      [150_000, null],
      [null, '$150,000-350,000'],
    ],
  )
})

test.run()
