// The page of who owns a business: the chart, the same in a table, and the certification.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { reviewed, startTestService, visitor } from './browser.ts'

const probity = await startTestService()
test.after(() => probity.stop())

const create = async (ownership: readonly object[]): Promise<string> => {
  const addresses = [{ full_address: '123 Main St, Portland, OR 97201' }]
  const answer = await probity.api('POST', '/v1/businesses', { name: 'Acme Widgets LLC', addresses, ownership })
  assert.is(answer.status, 201)
  return ((await answer.json()) as { id: string }).id
}

const owners = [
  {
    business: {
      name: 'Holding LLC',
      ownership: [
        { person: { name: 'Ann <Smith>' }, percentage: 60 },
        { business: { name: 'Acme Widgets LLC' }, percentage: 40 },
      ],
    },
    percentage: 70,
  },
  { person: { name: 'Ben Jones' }, kind: 'voting_rights', percentage: 30 },
]

test('the chart and the table say who holds how much', async () => {
  const user = visitor(probity.url)
  await user.signIn()
  const { text } = await user.get(`/businesses/${await create(owners)}/ownership`)
  assert.match(text, '<svg')
  assert.match(text, '42 % of the business, controls')
  assert.match(text, 'Ann &lt;Smith&gt;')
  assert.not.match(text, 'Ann <Smith>')
  assert.match(text, 'class="held back"', 'the cycle is drawn')
  assert.is(text.split('class="party').length - 1, 4, 'the business, the company and two people')
  for (const words of ['Beneficial owner', '70 %', 'Not certified yet.', 'votes']) assert.match(text, words)
})

test('a share without a percentage is not known, and not none', async () => {
  const user = visitor(probity.url)
  await user.signIn()
  const holding = { business: { name: 'Holding LLC', ownership: [{ person: { name: 'Ann Smith' }, percentage: 50 }] } }
  const { text } = await user.get(`/businesses/${await create([holding, { person: { name: 'Ben Jones' }, percentage: 15 }])}/ownership`)
  assert.is(text.split('Share: not known').length - 1, 2, 'the company and who owns it')
  assert.match(text, '15 % of the business')
  assert.match(text, /data-title="Direct"[^>]*>Not known</)
})

test('each difference has a form of its own, and a refused reason comes back in the one that was sent', async () => {
  const user = visitor(probity.url)
  await user.signIn()
  const people = [{ name: 'Ann Lee' }, { name: 'Bob Ray' }]
  const ownership = [{ person: { name: 'Dora Jones' }, percentage: 60 }]
  const addresses = [{ full_address: '1 Main St, Portland, OR 97201' }]
  const answer = await probity.api('POST', '/v1/businesses', { name: 'Two Owners LLC', addresses, people, ownership })
  const { id } = (await answer.json()) as { id: string }
  await reviewed(probity, id)
  const path = `/businesses/${id}/ownership`
  const { text } = await user.get(path)
  const ids = [...text.matchAll(/ id="(field-[^"]*-reason)"/g)].map(([, found]) => found)
  assert.is(ids.length, 2)
  assert.is(new Set(ids).size, 2, ids.join(' '))
  assert.match(text, 'Resolve<span class="unseen"> the difference about Ann Lee</span>')
  const refused = await user.form(`${path}/discrepancies`, { reason: 'x'.repeat(2001) })
  assert.is(refused.status, 422)
  assert.is(refused.text.split('x'.repeat(2001)).length - 1, 1)
  assert.match(refused.text, 'aria-invalid="true"')
})

test('all that one party holds of another is one line', async () => {
  const user = visitor(probity.url)
  await user.signIn()
  const dora = { person: { name: 'Dora Jones' } }
  const held = [
    { ...dora, percentage: 15 },
    { ...dora, kind: 'appoints_management' },
  ]
  const { text } = await user.get(`/businesses/${await create(held)}/ownership`)
  assert.is(text.split('<path class="held').length - 1, 1)
  assert.match(text, />(15 %, appoints|appoints, 15 %)</)
})

test('a certification is recorded from the page, and refused without a name', async () => {
  const user = visitor(probity.url)
  await user.signIn()
  const path = `/businesses/${await create(owners)}/ownership`
  await user.get(path)
  const refused = await user.form(path, { name: '', title: '', wording: 'All I know of the owners.' })
  assert.is(refused.status, 422)
  assert.match(refused.text, 'All I know of the owners.')
  assert.is((await user.form(path, { name: 'Ann Smith', title: 'Member', wording: 'All I know of the owners.' })).location, path)
  const { text } = await user.get(path)
  for (const words of ['Ann Smith, Member', 'All I know of the owners.', 'Current']) assert.match(text, words)
})

test('a business without owners says how they are submitted', async () => {
  const user = visitor(probity.url)
  await user.signIn()
  assert.match((await user.get(`/businesses/${await create([])}/ownership`)).text, 'No owners were submitted')
})

test.run()
