// npm run policy against a running service: what asks first, a version in shadow, and a trial on the whole portfolio.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { filled } from '../filled.ts'
import { acme, type Body, startTestService, type TestService, until, verified } from '../journeys/service.ts'
import { runCommand } from './command.ts'

const test = suite('npm run policy')
let probity: TestService
const masterKey = Buffer.alloc(32, 9).toString('base64')

const policy = (...args: readonly string[]) =>
  runCommand('policy', args, { PATH: process.env.PATH, DATA_DIR: probity.dataDir, MASTER_KEY: masterKey })

const file = (name: string, definition: object): string => {
  const path = join(probity.dataDir, `${name}.json`)
  writeFileSync(path, JSON.stringify(definition))
  return path
}

const rule = (name: string, hits: number, status: string) => ({
  name,
  when: { [hits > 0 ? '>' : '==']: [{ var: 'watchlist.hits' }, 0] },
  result: status,
  actions: [{ type: 'set_status', status }],
})
const careful = () => file('careful', { name: 'Careful', rules: [rule('On a list', 1, 'rejected')] })
const strict = () => file('strict', { name: 'Careful', rules: [rule('On no list', 0, 'rejected')] })

const decided: Record<string, string> = {}

test.before(async () => {
  probity = await startTestService()
  for (const [name, status] of [
    ['Clear Company LLC', 'approved'],
    ['Watchlist Business', 'rejected'],
    ['Undecided Company LLC', null],
  ] as const) {
    const { id } = await verified(probity.test, { ...acme, name })
    if (status) await probity.test.patch(`/v1/businesses/${id}`, { status })
    decided[name] = id
  }
})
test.after(() => probity.stop())

const listed = async (): Promise<readonly Body[]> => JSON.parse((await policy('list', '--json')).stdout)

test('without a terminal, what changes a policy needs --yes; with it, the change is made', async () => {
  const refused = await policy('add', careful())
  assert.is(refused.code, 2)
  assert.match(refused.stderr, /^policy: this command asks for confirmation, and there is no terminal: add --yes\n/)
  assert.equal(await listed(), [])
  assert.is((await policy('add', careful(), '--yes')).code, 0)
  for (const [args, enabled] of [
    [['enable', 'Careful'], 1],
    [['disable', 'Careful'], null],
  ] as const) {
    const before = await listed()
    assert.is((await policy(...args)).code, 2, args.join(' '))
    assert.equal(await listed(), before)
    assert.is((await policy(...args, '--yes')).code, 0)
    assert.is((await listed())[0].enabled, enabled)
  }
  assert.is((await policy('list', '--yes')).code, 0)
})

const odd = (changes: object) => ({ name: 'Odd', rules: [rule('First', 1, 'rejected'), { ...rule('Second', 1, 'rejected'), ...changes }] })
const acting = (action: object) => odd({ actions: [action] })

/** What is said of a policy that cannot be added: rules count from 1, as people count. */
const wrong: readonly (readonly [what: string, definition: object, said: RegExp])[] = [
  [
    'a fact',
    odd({ when: { '>': [{ var: 'watchlist.hit' }, 0] } }),
    /^rule 2 \(when\.>\.0\): .*"watchlist\.hit": did you mean watchlist\.hits\?/,
  ],
  ['an operator', odd({ when: { andd: [] } }), /^rule 2 \(when\): .*"andd": did you mean "and"\?; known are var /],
  ['a sign', odd({ when: { '=>': [{ var: 'watchlist.hits' }, 0] } }), /"=>": did you mean ">="\?/],
  ['a sign of nothing', odd({ when: { '~': [1, 0] } }), /the unknown operator "~"; known are/],
  ['a condition', odd({ when: 'always' }), /^rule 2 \(when\): condition must be an object with one operator, such as /],
  ['no condition', odd({ when: undefined }), /^rule 2 \(when\): when is required$/],
  [
    'a status',
    acting({ type: 'set_status', status: 'reject' }),
    /^rule 2 \(actions\.0\.status\): status must be one of .*: did you mean rejected\?$/,
  ],
  [
    'another status',
    acting({ type: 'set_status', status: 'burn' }),
    /^rule 2 \(actions\.0\.status\): status must be one of approved, rejected, in_review$/,
  ],
  ['an action', acting({ type: 'set_statu' }), /^rule 2 \(actions\.0\.type\): type must be one of .*: did you mean set_status\?$/],
  [
    'a monitor',
    acting({ type: 'enable_monitor', event_types: ['tinn'] }),
    /^rule 2 \(actions\.0\.event_types\.0\): "tinn" is no event type: did you mean tin\?/,
  ],
  [
    'a product',
    acting({ type: 'order_product', product: 'identiti' }),
    /^rule 2 \(actions\.0\.product\): product is not one of the known values: did you mean identity\?$/,
  ],
  ['a part', acting({ type: 'order_product', product: 'kyc', subproducts: ['x'] }), /"x" is no subproduct of kyc; there are none$/],
  ['a name', odd({ name: 'First' }), /^rule 2 \(name\): it has the name of rule 1, “First”: give each rule a name of its own$/],
  ['no rules', { name: 'Odd', rules: [] }, /^rules must not be empty$/],
  [
    'a thousand rules',
    { name: 'Odd', rules: Array.from({ length: 1_000 }, (_, n) => rule(`${n}`, 1, 'approved')) },
    /^rules must be a list of at most 100$/,
  ],
  ['a member', { name: 'Odd', ruls: [] }, /rules is required; ruls is not a known field: did you mean rules\?$/],
]
for (const [what, definition, said] of filled(wrong))
  test(`a policy that is wrong in ${what} is refused in words that say where and what to do`, async () => {
    const { code, stderr } = await policy('add', file('odd', definition), '--yes')
    assert.is(code, 1, stderr)
    assert.match(stderr.replace(/^policy: /, '').trimEnd(), said, stderr)
  })

test('a member of a policy that nothing reads is told, and rules of other names are added', async () => {
  const { code, stderr } = await policy('add', file('odd', odd({ wen: 1 })), '--yes')
  assert.equal([code, stderr], [0, 'the service reads no rules.1.wen\n'])
})

test('a version runs in shadow, is compared, promoted and ended', async () => {
  await policy('enable', 'Careful', '1', '--yes')
  await policy('add', strict(), '--yes')
  assert.is((await policy('shadow', 'start', 'Careful', '2')).code, 2)
  assert.is((await policy('shadow', 'start', 'Careful', '2', '--yes')).code, 0)
  assert.is((await listed())[0].shadow, 2)
  const { id } = await verified(probity.test, acme)
  let shown: Body
  await until('the outcome is on record', async () => {
    shown = JSON.parse((await policy('shadow', 'show', 'Careful', '--test', '--json')).stdout)
    return shown.outcomes === 1
  })
  assert.equal([shown.differing, shown.outcomes_differing[0].business_id, shown.outcomes_differing[0].rule], [1, id, 'On no list'])
  const { stdout } = await policy('shadow', 'show', 'Careful', '--test')
  assert.match(stdout, 'Version 2 of Careful has run in shadow beside version 1 since ')
  assert.match(stdout, '1 of 1 outcome differs.')
  assert.match((await policy('shadow', 'show', 'Careful')).stdout, '0 of 0 outcomes differ.')

  assert.is((await policy('shadow', 'promote', 'Careful')).code, 2)
  assert.is((await policy('shadow', 'promote', 'Careful', '--yes')).code, 0)
  assert.equal([(await listed())[0].enabled, (await listed())[0].shadow], [2, null])
  const none = await policy('shadow', 'promote', 'Careful', '--yes')
  assert.equal([none.code, none.stderr], [1, 'policy: no version of Careful runs in shadow\n'])
  await policy('shadow', 'start', 'Careful', '1', '--yes')
  assert.is((await policy('shadow', 'end', 'Careful', '--yes')).code, 0)
  assert.is((await listed())[0].shadow, null)
  const wrong = await policy('shadow', 'start', 'Careful', 'two', '--yes')
  assert.equal([wrong.code, wrong.stderr.split('\n')[0]], [2, 'policy: VERSION must be a whole number, but is "two"'])
  await policy('disable', 'Careful', '--yes')
})

test('the trial on the portfolio says how many would have ended differently, which, and by which rule', async () => {
  const { code, stdout } = await policy('portfolio', strict(), '--test', '--json')
  assert.is(code, 0, stdout)
  const trial: Body = JSON.parse(stdout)
  assert.equal([trial.status, trial.decided, trial.otherwise], ['completed', 2, 2])
  assert.equal(
    new Map(trial.changes.map(({ business_id, would, rule: name }: Body) => [business_id, [would, name]])),
    new Map([
      [decided['Clear Company LLC'], ['rejected', 'On no list']],
      [decided['Watchlist Business'], ['undecided', null]],
    ]),
  )
  const text = (await policy('portfolio', strict(), '--test')).stdout
  assert.match(text, '2 of 2 decided businesses would have ended differently.')
  assert.match(text, new RegExp(`${decided['Clear Company LLC']}  approved  rejected   On no list`))
  assert.match((await policy('portfolio', strict())).stdout, /^0 businesses: /, 'the live side has none')
  assert.is((await policy('portfolio', join(probity.dataDir, 'absent.json'))).code, 2)
})

test.run()
