// What the schema of an event refuses beside what has another shape: lists that must say something, texts beyond their limits, values that are fixed.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { catalogue, type EventType } from '../../src/events/catalogue.ts'
import { PolicyDefinition, policyLimits } from '../../src/events/policy.ts'
import { upcast } from '../../src/events/upcast.ts'
import { samples } from './samples.ts'

/** The newest sample of an event as it is read now. */
const sampleOf = (type: EventType): object => {
  const { version, data } = samples[type].at(-1) ?? { version: 1, data: {} }
  return upcast(type, data, version)
}

const isRead = (type: EventType, change: object): boolean => catalogue[type].safeParse({ ...sampleOf(type), ...change }).success

const reason = { code: 'bankruptcy', text: 'Bankruptcy', findings: [] }
const by = { actor: { type: 'user', id: 'u' }, principals: ['u'] }
const settings = { creditor_name: null, creditor_address: null, agency: null }
const id = '0198c0de-0000-7000-8000-0000000000e1'

const rows: readonly (readonly [type: EventType, read: object, refused: object])[] = [
  ['BusinessApproved', { reasons: [reason] }, { reasons: [] }],
  ['BusinessRejected', { reasons: undefined }, { reasons: [] }],
  ['BusinessApproved', { override: { hit_ids: [id] } }, { override: { hit_ids: [] } }],
  ['NoticeIssued', { reasons: ['bankruptcy'] }, { reasons: [] }],
  [
    'NoticeSettingsSet',
    { settings: { ...settings, reasons: [{ code: 'c', text: 't' }] }, ...settings, reasons: [{ code: 'c', text: 't' }] },
    { settings: { ...settings, reasons: [] }, ...settings, reasons: [] },
  ],
  ['WatchlistsChosen', { lists: ['SDN'] }, { lists: [] }],
  ['WatchlistsChosen', { lists: null }, { lists: undefined }],
  ['OauthClientCreated', { is_public: true }, { is_public: false }],
  ['OauthClientCreated', { is_public: undefined }, { is_public: null }],
  ['LogSealed', { position: '120' }, { position: '-1' }],
  ['LogSealed', { position: '0' }, { position: '' }],
  ['LogSealed', { position: '7' }, { position: '7n' }],
  ['TestClockCreated', { mode: 'test' }, { mode: 'live' }],
  ['ActProposed', { acts: ['erasure'] }, { acts: [] }],
  ['ActProposed', { by }, { by: { ...by, principals: [] } }],
]

for (const [type, read, refused] of rows)
  test(`${type} is read with ${JSON.stringify(read)}, and not with ${JSON.stringify(refused)}`, () => {
    assert.equal([isRead(type, read), isRead(type, refused)], [true, false])
  })

const long = (length: number) => 'x'.repeat(length)
const rule = { name: 'a rule', when: true, result: 'review' }
const withRule = (change: object) => ({ name: 'a policy', rules: [{ ...rule, ...change }] })
const acting = (...actions: readonly object[]) => withRule({ actions })
const deciding = (...reasons: readonly string[]) => acting({ type: 'set_status', status: 'rejected', reasons })
const many = <Each>(count: number, each: Each): readonly Each[] => Array(count).fill(each)

test('the limits of a policy are those that are documented', () => {
  assert.equal(policyLimits, { name: 200, description: 2_000, rules: 100, result: 100, actions: 20, reasons: 4, reasonCode: 64, tag: 100 })
})

const limits: readonly (readonly [what: string, most: number, least: number, policyWith: (length: number) => object])[] = [
  ['the name of a policy', 200, 1, (length) => ({ ...withRule({}), name: long(length) })],
  ['its description', 2_000, 0, (length) => ({ ...withRule({}), description: long(length) })],
  ['its rules', 100, 1, (length) => ({ name: 'a policy', rules: many(length, rule) })],
  ['the name of a rule', 200, 1, (length) => withRule({ name: long(length) })],
  ['the result of a rule', 100, 1, (length) => withRule({ result: long(length) })],
  ['the actions of a rule', 20, 0, (length) => acting(...many(length, { type: 'add_tag', tag: 'seen' }))],
  ['a tag', 100, 1, (length) => acting({ type: 'add_tag', tag: long(length) })],
  ['the reasons of a decision', 4, 1, (length) => deciding(...many(length, 'bankruptcy'))],
  ['the code of a reason', 64, 1, (length) => deciding(long(length))],
  [
    'what a monitor watches',
    Number.POSITIVE_INFINITY,
    1,
    (length) => acting({ type: 'enable_monitor', event_types: many(length, 'tin.retrieved') }),
  ],
]

for (const [what, most, least, policyWith] of limits)
  test(`${what} may have ${least} to ${most}, and not one more or less`, () => {
    const isAllowed = (length: number) => PolicyDefinition.safeParse(policyWith(length)).success
    assert.ok(isAllowed(least))
    if (least > 0) assert.not.ok(isAllowed(least - 1))
    if (most === Number.POSITIVE_INFINITY) return
    assert.ok(isAllowed(most))
    assert.not.ok(isAllowed(most + 1))
  })

test('texts of a policy count without the spaces around them', () => {
  const spaced = (text: string) => ` ${text} `
  const { name, description, rules } = PolicyDefinition.parse({
    name: spaced(long(200)),
    description: spaced('why'),
    rules: [{ name: spaced('a rule'), when: true, result: spaced('review'), actions: [{ type: 'add_tag', tag: spaced('seen') }] }],
  })
  assert.equal(
    [name, description, rules],
    [long(200), 'why', [{ name: 'a rule', when: true, result: 'review', actions: [{ type: 'add_tag', tag: 'seen' }] }]],
  )
  assert.equal(PolicyDefinition.parse(deciding(' bankruptcy ')).rules[0]?.actions, [
    { type: 'set_status', status: 'rejected', reasons: ['bankruptcy'] },
  ])
  for (const blank of [
    { ...withRule({}), name: '  ' },
    withRule({ name: ' ' }),
    withRule({ result: ' ' }),
    acting({ type: 'add_tag', tag: ' ' }),
  ])
    assert.not.ok(PolicyDefinition.safeParse(blank).success)
})

test('what a policy does not say has its default', () => {
  const { description, rules } = PolicyDefinition.parse({
    name: 'a policy',
    rules: [rule, { ...rule, actions: [{ type: 'enable_monitor' }, { type: 'order_product', product: 'liens' }] }],
  })
  assert.equal(
    [description, rules.map(({ actions }) => actions)],
    [
      '',
      [
        [],
        [
          { type: 'enable_monitor', event_types: ['*'] },
          { type: 'order_product', product: 'liens', subproducts: [] },
        ],
      ],
    ],
  )
})

test.run()
