// The risk tier by its table: each input, and the thresholds.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Assessed, riskByTable } from '../../src/commands/risk-table.ts'
import { emptyFile } from '../../src/events/evidence-file.ts'
import type { ReviewTask } from '../../src/events/parts.ts'

const tasks = (...all: readonly (readonly [key: string, status: ReviewTask['status']])[]): readonly ReviewTask[] =>
  all.map(([key, status]) => ({ category: '', key, label: '', name: key, status, sub_label: '', message: '', sources: [] }))
const owned = (country: string) =>
  ({
    ownership: {
      parties: [{ id: 'a', type: 'business', name: 'A', date_of_birth: null, country, lei: null, registration_number: null }],
      interests: [],
    },
  }) as unknown as Assessed['submitted']
const assessed = (reviewed: readonly ReviewTask[], submitted = {} as Assessed['submitted']) =>
  riskByTable({ file: emptyFile, submitted, tasks: reviewed })

test('a business that nothing speaks against has no points and the lowest tier, and every input is named', () => {
  const { tier, points, inputs } = assessed(tasks(['sos_domestic', 'success'], ['lei', 'success']))
  assert.equal([tier, points], ['low', 0])
  assert.ok(inputs.length >= 12 && inputs.every(({ applies, points: given }) => !applies && given === 0))
})

test('points add up, and a tier begins at its threshold', () => {
  assert.equal(assessed(tasks(['owner_discrepancies', 'warning'])).tier, 'low', '15 points')
  assert.equal(assessed(tasks(['owner_discrepancies', 'warning'], ['lei', 'warning'])).tier, 'medium', '20 points')
  const { tier, points } = assessed(tasks(['beneficial_owners', 'warning'], ['adverse_media', 'warning'], ['lei', 'warning']))
  assert.equal([tier, points], ['medium', 45])
  assert.equal(
    assessed(tasks(['beneficial_owners', 'warning'], ['adverse_media', 'warning'], ['young', 'warning'], ['time_in_business', 'warning']))
      .tier,
    'high',
    '50 points',
  )
})

test('an owner in a country under a call for action makes the tier high, one in another country does not', () => {
  assert.is(assessed([], owned('KP')).tier, 'high')
  assert.is(assessed([], owned('FR')).tier, 'low')
})

test.run()
