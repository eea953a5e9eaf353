// A policy held against the past: it sees each business as it stood at its review, whatever happened to it later.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { acme, startTestService, type TestService, verified } from '../journeys/service.ts'
import { audit } from './audit.ts'

const test = suite('backtest')
let service: TestService

const policy = {
  name: 'Strict',
  rules: [
    {
      name: 'no registration',
      when: { '==': [{ var: 'registrations.active' }, 0] },
      result: 'reject',
      actions: [{ type: 'set_status', status: 'rejected' }],
    },
    {
      name: 'not decided yet',
      when: { '==': [{ var: 'business.status' }, 'in_review'] },
      result: 'approve',
      actions: [{ type: 'set_status', status: 'approved' }],
    },
  ],
}

test.before(async () => {
  service = await startTestService()
})
test.after(() => service.stop())

test('its outcomes stand beside what was decided, and where they differ the businesses are named', async () => {
  const good = await verified(service.test, acme)
  const bad = await verified(service.test, { ...acme, name: 'Unregistered Business' })
  await verified(service.test, { ...acme, name: 'Undecided LLC' })
  await service.test.patch(`/v1/businesses/${good.id}`, { status: 'approved' })
  await service.test.patch(`/v1/businesses/${bad.id}`, { status: 'approved' })
  const file = join(service.dataDir, 'policy.json')
  writeFileSync(file, JSON.stringify(policy))

  const { code, stdout, stderr } = await audit(service.dataDir, 'backtest', file, '--test', '--json')
  assert.is(code, 0, stderr)
  const { businesses, table, disagreements } = JSON.parse(stdout)
  assert.is(businesses, 3)
  const count = (decided: string, would: string) =>
    table.find((row: { decided: string; policy: string }) => row.decided === decided && row.policy === would)?.businesses
  assert.equal([count('approved', 'approved'), count('approved', 'rejected'), count('undecided', 'approved')], [1, 1, 1])
  assert.equal(
    disagreements.map(({ business_id, decided, would, rule }: { [field: string]: unknown }) => [business_id, decided, would, rule]),
    [[bad.id, 'approved', 'rejected', 'no registration']],
  )
  const shown = await audit(service.dataDir, 'backtest', file, '--test')
  assert.match(shown.output, /3 reviewed test businesses/)
  assert.match(shown.output, bad.id)
  assert.match((await audit(service.dataDir, 'backtest', file)).output, /0 reviewed live businesses/)
  await verified(service.live, acme)
  const live = await audit(service.dataDir, 'backtest', file)
  assert.match(live.output, /1 reviewed live businesses/)
  assert.not.match(live.output, bad.id)
})

test('a stored policy is named by its id', async () => {
  const { body } = await service.operator.get('/operator/accounts')
  const added = await service.operator.post(`/operator/accounts/${body.data[0].id}/policies`, policy)
  assert.is(added.status, 201, added.text)
  const { code, output } = await audit(service.dataDir, 'backtest', added.body.policy_id, '--test')
  assert.is(code, 0, output)
  assert.match(output, /"Strict" evaluated on 3/)
})

test('a policy that is not there, or does not parse, is refused by name', async () => {
  const nowhere = await audit(service.dataDir, 'backtest', 'nowhere')
  assert.equal([nowhere.code, nowhere.output.includes('nowhere is neither a file')], [2, true])
  const file = join(service.dataDir, 'wrong.json')
  writeFileSync(file, JSON.stringify({ ...policy, rules: [{ ...policy.rules[0], when: { var: 'moon.phase' } }] }))
  const wrong = await audit(service.dataDir, 'backtest', file)
  assert.equal([wrong.code, wrong.output.includes('unknown fact "moon.phase"')], [1, true])
  writeFileSync(file, JSON.stringify({ name: 'Half' }))
  const half = await audit(service.dataDir, 'backtest', file)
  assert.equal([half.code, half.output.includes('rules is required')], [1, true], half.output)
  assert.is((await audit(service.dataDir, 'backtest')).code, 2)
})

test.run()
