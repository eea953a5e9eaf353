// The verdict: for every rule a finding that meets it and one that just does not, the order of findings, and the sentence.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Judged, levels, outcomes as reviewOutcomes, unansweredOutcomes, verdictOf, verdictRules } from '../../src/evidence/verdict.ts'
import { filled } from '../filled.ts'

const statuses = ['success', 'failure', 'warning', 'neutral'] as const

const task = (key: string, status: Judged['status'], sub_label = 'Anything', label = 'Any Label'): Judged => ({
  key,
  status,
  sub_label,
  label,
})
const judged = (one: Judged) => {
  const { findings, passed, information } = verdictOf([one])
  const [finding] = [...findings, ...passed, ...information]
  return [finding?.level, finding?.title]
}

for (const { level, title, keys, status, outcomes } of verdictRules) {
  const name = title ?? `${level}, ${status}, ${keys?.join(' ') ?? 'every other task'}`
  test(`${name}: the rule is met, and a task that passed does not meet it`, () => {
    for (const key of filled(keys ?? ['some_other_key'])) {
      const met = task(key, status, outcomes?.[0])
      assert.equal(judged(met), [level, title ?? `Any Label: ${met.sub_label}`], key)
      for (const other of filled(statuses.filter((each) => each !== status)))
        assert.not.equal(judged(task(key, other, outcomes?.[0])), [level, title], other)
    }
    if (keys) assert.not.equal(judged(task('another_key', status, outcomes?.[0]))[1], title, 'another key')
    if (outcomes) assert.not.equal(judged(task(keys?.[0] ?? '', status, 'Another Outcome'))[1], title, 'another outcome')
  })
}

test('findings are ordered by level, then by the table, whatever the order of the review', () => {
  const tasks = [
    task('phone', 'success'),
    task('address_verification', 'warning'),
    task('sos_inactive', 'failure'),
    task('kyc_decision', 'failure'),
    task('adverse_media', 'warning', 'Found'),
    task('watchlist', 'warning', 'Hits'),
    task('tin', 'neutral', 'Unknown'),
    task('entity_type', 'neutral', 'LLC'),
  ]
  for (const each of [tasks, tasks.toReversed()])
    assert.equal(
      verdictOf(each).findings.map(({ title }) => title),
      ['Watchlist hit', 'Identity declined', 'Registration inactive', 'Adverse media', 'Address differs', 'Any Label: Unknown'],
    )
  assert.equal(verdictOf(tasks).counts, { sanctions: 1, blocks: 2, look: 2, unknown: 1, passed: 1, information: 1 })
})

test('a hit on a list that is global too counts once', () => {
  const { counts, findings } = verdictOf([task('watchlist', 'warning', 'Hits'), task('global_watchlists', 'warning', 'Hits')])
  assert.equal([counts.sanctions, findings.length], [1, 1])
})

test('the outcomes are in the order of severity, and information decides none', () => {
  assert.equal([...reviewOutcomes], ['sanctions', 'blocks', 'look', 'unknown', 'passed'])
  assert.equal([...levels], [...reviewOutcomes, 'information'])
})

test('a neutral task is unanswered where nobody could say, and else for information', () => {
  const outcomeOf = (...sub_labels: readonly string[]) =>
    verdictOf([task('name', 'success'), ...sub_labels.map((each) => task('any', 'neutral', each))]).outcome
  for (const each of filled(unansweredOutcomes)) assert.is(outcomeOf('LLC', each), 'unknown', each)
  assert.is(outcomeOf('LLC', 'AK', '1', 'Found', 'None Found'), 'passed')
})

const lines: readonly (readonly [line: string, tasks: readonly Judged[] | null])[] = [
  ['Not yet: verification is in progress', null],
  ['Nothing was checked', []],
  ['Nothing was checked', [task('entity_type', 'neutral', 'LLC')]],
  ['Do not approve: Watchlist hit', [task('watchlist', 'warning', 'Hits'), task('name', 'failure')]],
  ['Do not approve yet: Name not registered', [task('name', 'failure'), task('phone', 'warning')]],
  ['Take a look first: Private mailbox', [task('address_cmra', 'warning'), task('name', 'neutral', 'Unknown')]],
  ['Nothing found against it, but 1 check could not be answered: TIN Match: Unknown', [task('tin', 'neutral', 'Unknown', 'TIN Match')]],
  ['Ready to approve: all 2 checks passed', [task('name', 'success'), task('phone', 'success')]],
  ['Ready to approve: the check passed', [task('name', 'success'), task('entity_type', 'neutral', 'LLC')]],
]
for (const [line, tasks] of lines) test(`the sentence: ${line}`, () => assert.is(verdictOf(tasks).line, line))

test.run()
