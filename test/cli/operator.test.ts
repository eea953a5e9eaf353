// The operator's commands over a service that runs: npm run account, desk and processes do what they say; what is written wrongly is named with what would
// be right, and nothing is changed.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { filled } from '../filled.ts'
import { acme, startTestService, type TestService, verified } from '../journeys/service.ts'
import { runCommand } from './command.ts'

const test = suite('the operator’s commands')
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
  ['account', ['watchlists', 'choose', ''], 'LISTS is missing'],
  ['account', ['two-people', 'require', 'approval=high,dismisal'], 'dismisal is not known here: write approval=high,override or nothing'],
  ['account', ['two-people', 'require', 'approval=high,approval=low'], 'approval=high is not known here'],
  ['desk', ['liens', '--account', 'first-account'], 'liens takes no --account'],
  ['desk', ['liens', 'attach', 'x', 'UCC-1', 'absent.pdf'], 'absent.pdf does not exist'],
  ['policy', ['enable', 'Onboarding', '--test'], 'enable takes no --test'],
  ['processes', ['retry', 'verification', 'x', '--state', 'failed'], 'retry takes no --state'],
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

/** In this order: later ones show what earlier ones set. */
const settings: readonly (readonly [words: readonly string[], told: RegExp])[] = [
  [['features', 'off', 'connections'], /^first-account: (?!.*connections)/],
  [['features'], /^connections +off$/m],
  [['features', 'on', 'connections'], /^first-account: .*connections/],
  [['features'], /^connections +on$/m],
  [['defaults', 'add-secured-party', 'First Bank', '1 Main St, Portland, OR 97201'], /^First Bank +1 Main St, .+\ncollateral: -$/m],
  [['defaults', 'collateral', 'All inventory'], /^First Bank .+\ncollateral: All inventory$/m],
  [
    ['defaults', 'add-secured-party', 'Other Bank', '2 Main St, Portland, OR 97201'],
    /^First Bank .+\nOther Bank .+\ncollateral: All inventory$/m,
  ],
  [['defaults', '--json'], /^\[\n {2}\{\n {4}"secured_party": "First Bank",(.*\n)+\]\n$/],
  [['defaults', 'clear'], /^nothing\ncollateral: -\n$/],
  [['monitors', 'allow', 'registration, tin'], /^monitor types: registration, tin\n$/],
  [['monitors', 'allow', 'nothing'], /^monitor types: none\n$/],
  [['users', 'invite', 'bob@bank.example', 'Bob Jones'], /http\S+\/\S+ +\d{4}-/],
  [['users'], /bob@bank\.example +Bob Jones +invited/],
  [['version'], /^2026-11-22 +used/m],
]

test('each setting of an account is shown as it was set', async () => {
  for (const [words, told] of filled(settings)) {
    const { code, stdout, stderr } = await run('account', ...words)
    assert.equal([code, stderr], [0, ''], words.join(' '))
    assert.match(stdout, told, words.join(' '))
  }
})

test('a key is made with an end, replaced and revoked', async () => {
  const made = async (...words: readonly string[]) => JSON.parse((await run('account', 'keys', ...words, '--json')).stdout)
  const listed = async (id: string) => (await made()).find((key: { readonly id: string }) => key.id === id)
  const [first] = await made('create', 'one', '--expires', '2098-01-31')
  assert.equal([first.mode, first.scopes, first.expires_at], ['test', null, '2098-01-31T00:00:00.000Z'])
  const [second] = await made('rotate', first.id, '--until', '2097-01-31T12:00Z', '--expires', '2099-01-31')
  assert.equal([second.name, second.expires_at, second.key === first.key], ['one', '2099-01-31T00:00:00.000Z', false])
  assert.is((await listed(first.id)).expires_at, '2097-01-31T12:00:00.000Z')
  assert.is((await run('account', 'keys', 'revoke', second.id)).stdout, `revoked ${second.id}\n`)
  assert.ok((await listed(second.id)).revoked_at)
  assert.is((await listed(first.id)).revoked_at, null)
})

test('a live lien goes through the desk, from its form to its end', async () => {
  const party = (name: string) => ({ organization_name: name, addresses: acme.addresses })
  const business = await verified(probity.live, acme)
  const asked = { state: 'OR', debtors: [party('Acme Widgets LLC')], secured_parties: [party('First Bank')], collateral: 'All inventory' }
  const { body: lien } = await probity.live.post(`/v1/businesses/${business.id}/liens`, asked)
  const desk = async (...words: readonly string[]) => {
    const { code, stdout, stderr } = await run('desk', ...words)
    assert.equal([code, stderr], [0, ''], words.join(' '))
    return stdout
  }
  const step = async (...words: readonly string[]) => JSON.parse(await desk('liens', ...words, '--json'))[0]
  const form = join(probity.dataDir, 'form.pdf')
  const scan = join(probity.dataDir, 'Filed.PDF')
  writeFileSync(scan, '%PDF-')

  assert.match(await desk('liens'), new RegExp(`^${lien.id} +filing +OR +created .*Acme Widgets LLC`, 'm'))
  assert.is(await desk('liens', 'form', lien.id, 'ucc-1', form), `wrote ${form}\n`)
  assert.is(readFileSync(form).subarray(0, 5).toString(), '%PDF-')
  assert.is((await step('start', lien.id)).status, 'pending')
  assert.is((await step('returned', lien.id, 'no address')).returned, 'no address')
  const filed = await step('filed', lien.id, 'OR-1', '2026-03-01')
  assert.equal([filed.status, filed.file_number], ['filed', 'OR-1'])
  assert.is(await desk('liens', 'attach', lien.id, 'UCC-1', scan, '2026-03-02'), 'attached Filed.PDF\n')
  assert.is((await step('open', lien.id)).status, 'open')
  const shown = JSON.parse(await desk('liens', 'show', lien.id))
  const [attached] = shown.documents
  assert.equal(
    [shown.filing_date, attached.document_type, attached.content_type, attached.filing_date],
    ['2026-03-01', 'UCC-1', 'application/pdf', '2026-03-02'],
  )
  await probity.live.post(`/v1/liens/${lien.id}/termination`)
  const waiting = (await step()).packet
  assert.is.not(waiting, shown.packet_number)
  assert.is((await step('termination-start', lien.id)).packet, waiting)
  assert.is((await step('termination-completed', lien.id, 'OR-2')).termination, 'completed')
  assert.is(await desk('liens'), 'nothing\n')
})

test.run()
