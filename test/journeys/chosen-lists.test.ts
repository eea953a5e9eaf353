// The screening lists that an account chooses, at the operator's route and command line, and what its next screening makes of the choice.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { runCommand } from '../cli/command.ts'
import { type Body, type Client, startTestService, subLabels, type TestService, verified } from './service.ts'

const test = suite('chosen lists')
let probity: TestService
/** Of the two accounts. */
const ids: { first: string; second: string } = { first: '', second: '' }
let second: Client

test.before(async () => {
  probity = await startTestService()
  ids.first = (await probity.operator.get('/operator/accounts')).body.data[0].id
  ids.second = (await probity.operator.post('/operator/accounts', { name: 'Second', slug: 'second' })).body.id
  const { body } = await probity.operator.post(`/operator/accounts/${ids.second}/keys`, { name: 'key', mode: 'live' })
  second = probity.as({ Authorization: `Bearer ${body.key}` })
})
test.after(() => probity.stop())
test.before.each(async () => {
  for (const id of Object.values(ids)) assert.is((await choose(id, null)).status, 200)
})

const choose = (id: string, watchlists: unknown) => probity.operator.put(`/operator/accounts/${id}/watchlists`, { watchlists })
const chosen = async (id: string): Promise<readonly string[] | null> =>
  (await probity.operator.get(`/operator/accounts/${id}/watchlists`)).body.watchlists

/** Of the invented sample, listed on SDN. */
const dreadmoor = { name: 'Dreadmoor Maritime Trading', addresses: [{ full_address: '9 Glass St, Salem, OR 97301' }] }
const screened = async (client: Client) => {
  const found = await verified(client, dreadmoor)
  const lists: readonly Body[] = found.watchlist.lists
  return { lists: lists.map(({ abbr }) => abbr), hits: found.watchlist.hit_count, says: subLabels(found).watchlist }
}

/** Over the service that runs. */
const account = (...words: readonly string[]) =>
  runCommand('account', words, { PATH: process.env.PATH, DATA_DIR: probity.dataDir, MASTER_KEY: Buffer.alloc(32, 9).toString('base64') })

test('the next screening uses the lists that the account has chosen, and those of another account stay as they are', async () => {
  const all = await screened(probity.live)
  assert.ok(all.lists.includes('SDN') && all.lists.length > 1, all.lists.join())
  assert.equal([all.hits, all.says], [1, 'Hits'])

  assert.equal((await choose(ids.first, ['SDN'])).body.watchlists, ['SDN'])
  assert.equal(await screened(probity.live), { lists: ['SDN'], hits: 1, says: 'Hits' })

  const others = all.lists.filter((abbr) => abbr !== 'SDN')
  await choose(ids.first, others)
  assert.equal(await screened(probity.live), { lists: others, hits: 0, says: 'No Hits' })

  assert.equal([await chosen(ids.second), await screened(second)], [null, all])

  await choose(ids.first, ['UN'])
  assert.equal(await screened(probity.live), { lists: [], hits: 0, says: 'Not Screened' }, 'a list that is not loaded screens nothing')

  assert.is((await choose(ids.first, null)).body.watchlists, null)
  assert.equal(await screened(probity.live), all)
})

test('a list that there is not is refused by its name, beside those that there are, and so is a choice of none', async () => {
  await choose(ids.first, ['UN'])
  const unknown = await choose(ids.first, ['SDN', 'NOWHERE'])
  assert.is(unknown.status, 422)
  assert.is(unknown.body.errors[0].parameter, 'watchlists')
  assert.match(unknown.body.errors[0].message, /^there is no list “NOWHERE”; lists are .*\bSDN\b.*\bUN\b/)
  for (const wrong of [[], 'SDN', undefined, [1]]) assert.is((await choose(ids.first, wrong)).status, 422, JSON.stringify(wrong))
  assert.equal(await chosen(ids.first), ['UN'], 'nothing was changed')
  assert.is((await choose('0198c0de-0000-7000-8000-000000000001', null)).status, 404)
})

test('the command line shows the lists, chooses some and all again, and leaves the other account alone', async () => {
  const several = await account('watchlists', 'choose', 'SDN')
  assert.equal([several.code, several.output], [1, 'account: there are several accounts: choose one with --account\n'])

  const some = await account('watchlists', 'choose', 'un, sdn', '--account', 'second')
  assert.equal(
    [some.code, some.output],
    [0, 'screening lists: SDN, UN\nnot loaded: UN; new screenings leave it out until it is imported\n'],
    'in the order of the lists, however they were written',
  )
  assert.equal([await chosen(ids.second), await chosen(ids.first)], [['SDN', 'UN'], null])
  const shown = JSON.parse((await account('watchlists', '--account', 'second', '--json')).stdout) as readonly Body[]
  const used = shown.filter(({ state }) => state === 'used').map(({ abbr }) => abbr)
  assert.equal([used, shown.find(({ abbr }) => abbr === 'EU')?.state], [['SDN', 'UN'], 'not used'])
  assert.equal(
    ['SDN', 'UN'].map((wanted) => shown.find(({ abbr }) => abbr === wanted)?.version),
    ['sample', null],
  )
  assert.match((await account('watchlists', '--account', 'second')).stdout, /^UN +used +not loaded +Security Council/m)

  const none = await account('watchlists', 'choose', 'UN,EU', '--account', 'second')
  assert.match(none.output, 'not loaded: UN, EU; nothing is screened until one of them is imported')
  const loaded = await account('watchlists', 'choose', 'SDN', '--account', 'second')
  assert.equal([loaded.code, loaded.output], [0, 'screening lists: SDN\n'])
  await account('watchlists', 'choose', 'SDN,UN', '--account', 'second')

  const unknown = await account('watchlists', 'choose', 'SDN,NOWHERE', '--account', 'second')
  assert.is(unknown.code, 2)
  assert.match(unknown.stderr, /there is no list "NOWHERE"; lists are SDN, /)
  assert.is((await account('watchlists', 'choose', '--account', 'second')).code, 2)
  assert.equal(await chosen(ids.second), ['SDN', 'UN'], 'nothing was changed')

  const all = await account('watchlists', 'choose', 'all', '--account', 'second')
  assert.equal([all.code, all.output], [0, 'screening lists: all loaded lists\n'])
  assert.is(await chosen(ids.second), null)
})

test.run()
