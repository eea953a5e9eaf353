// npm run account: what is written wrongly is named with what would be right, and nothing is changed. npm run processes refuses alike.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { startTestService, type TestService } from '../journeys/service.ts'
import { runCommand } from './command.ts'

const test = suite('npm run account')
let probity: TestService

test.before(async () => {
  probity = await startTestService()
})
test.after(() => probity.stop())

const run = (program: string, ...words: readonly string[]) =>
  runCommand(program, words, { PATH: process.env.PATH, DATA_DIR: probity.dataDir, MASTER_KEY: Buffer.alloc(32, 9).toString('base64') })

const wrong: readonly (readonly [program: string, words: readonly string[], said: string])[] = [
  ['account', ['users', 'invite', 'b@c.example', 'Bob', '--scopes', 'businesses:read'], 'users invite takes no --scopes'],
  ['account', ['features', 'off', 'connections', '--mode', 'live'], 'features off takes no --mode'],
  ['account', ['keys', 'create', 't', '--mode', 'prod'], '--mode must be test or live, but is "prod"'],
  ['account', ['keys', 'create', 't', '--scopes', 'foo:read'], 'there is no scope "foo:read"; scopes are actions:read, actions:write, '],
  ['account', ['keys', 'create', 't', '--scopes', 'liens:read,lien:read'], 'there is no scope "lien:read": did you mean "liens:read"?'],
  ['account', ['keys', 'create', 't', '--expires', '2027-02-30'], '2027-02-30 is neither a date nor a time with an offset'],
  ['account', ['keys', 'rotate', 't', '--until', '5'], '5 is neither a date nor a time with an offset'],
  ['account', ['sources', 'old-after', 'x'], 'DAYS must be a whole number from 1 to 36,500, but is "x"'],
  ['account', ['sources', 'old-after', '0'], 'DAYS must be a whole number from 1 to 36,500, but is "0"'],
  ['account', ['sources', 'old-after', '36501'], 'DAYS must be a whole number from 1 to 36,500, but is "36501"'],
  ['account', ['watchlists', 'choose', 'XX'], 'there is no list "XX"; lists are SDN, '],
  ['processes', ['list', '--state', 'x'], '--state must be one of dead_letter, failed, queued, deferred, but is "x"'],
]
for (const [program, words, said] of wrong)
  test(`${program} ${words.join(' ')} is wrong use`, async () => {
    const { code, stderr } = await run(program, ...words)
    assert.is(code, 2, stderr)
    assert.ok(stderr.startsWith(`${program}: ${said}`), stderr)
  })

test('what is just right is done', async () => {
  assert.is((await run('account', 'sources', 'old-after', '36500')).stdout, 'sources are old after 36500 days\n')
  const created = await run('account', 'keys', 'create', 't', '--mode', 'live', '--scopes', 'liens:read,businesses:write', '--json')
  const [{ mode, scopes }] = JSON.parse(created.stdout)
  assert.equal([mode, scopes], ['live', ['businesses:write', 'liens:read']])
  assert.is((await run('processes', 'list', '--state', 'parked')).code, 0)
})

test.run()
