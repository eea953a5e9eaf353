// The review calendar on the pages: its settings, the date on the page of a business, and due reviews in the queue.
import * as assert from 'uvu/assert'
import { reviewDateText } from '../../src/pages/review-calendar.ts'
import { until } from '../eventually.ts'
import { reviewed, type SignedIn, signedInSuite } from './browser.ts'

const test = signedInSuite('review calendar')

const read = async ({ service }: SignedIn, path: string) =>
  (await (await service.api('GET', path)).json()) as { readonly [field: string]: unknown }

const path = '/settings/reviews'
const settings = { high_months: '6', medium_months: '24', low_months: '48', soon_days: '10', change_days: '7' }

test('the settings are shown, saved, and given back with what is wrong', async (context) => {
  const { user } = context
  assert.match((await user.get(path)).text, /name="high_months" value="12"/)
  await user.form(path, settings)
  const { object: _, ...saved } = await read(context, '/v1/review_calendar')
  assert.equal(saved, { high_months: 6, medium_months: 24, low_months: 48, soon_days: 10, change_days: 7, reorder: false })
  const refused = await user.form(path, { ...settings, high_months: '25', change_days: '1.5' })
  assert.is(refused.status, 422)
  assert.match(refused.text, /name="high_months" value="25"/)
  assert.match(refused.text, '<strong class="problem">Enter a whole number.</strong>')
  assert.is((await read(context, '/v1/review_calendar')).high_months, 6)
})

test('the page of a business has the date, and the queue finds it when it is due soon and when it is overdue', async (context) => {
  const { service, user } = context
  const request = { name: 'Acme Widgets LLC', addresses: [{ full_address: '1 Main St, Portland, OR 97201' }] }
  const { id } = (await (await service.api('POST', '/v1/businesses', request)).json()) as { readonly id: string }
  await reviewed(service, id)
  await service.api('PATCH', `/v1/businesses/${id}`, { status: 'approved', status_reason: 'Checked.' })
  let due = ''
  await until('it has a date', async () => {
    due = String((await read(context, `/v1/businesses/${id}/risk`)).review_due_at)
    return due.endsWith('Z')
  })
  assert.match((await user.get(`/businesses/${id}`)).text, /Next review[\s\S]{0,200}counted from the approval/)
  const named = async (query: string) => (await user.get(`/businesses?${query}`)).text.includes(`/businesses/${id}?`)
  assert.equal([await named('due=either'), await named('due=none')], [false, true], 'what makes no sense filters nothing')

  service.clock.offsetMs = Date.parse(due) - Date.now() - 86_400_000
  await user.signIn()
  await until('it is announced', async () => /Due soon/.test((await user.get(`/businesses/${id}/risk`)).text))
  assert.equal([await named('due=soon'), await named('due=overdue')], [true, false])
  // On a phone a cell is a row of boxes: two badges in one box run on, as in a line of text.
  assert.match(
    (await user.get('/businesses?due=either')).text,
    /data-title="Status"[^>]*><div><span class="badge[^<]*<\/span>.*Review due soon/,
  )
  assert.match((await user.get(`/businesses/${id}/history`)).text, /Review due soon/)

  service.clock.offsetMs += 2 * 86_400_000
  await user.signIn()
  await until('it is told to be overdue', () => named('due=overdue'))
  assert.is(await named('due=soon'), false)
  assert.match((await user.get('/businesses?due=overdue&sort=due')).text, /Review overdue/)
})

test('a review that a change brought forward names the change in words', async () => {
  const at = '2026-03-01T10:00:00.000Z'
  const date = { object: 'review_date', business_id: 'b', due_at: at, soon_at: at, status: 'due', tier: 'high', counted_from: at } as const
  const text = String(await reviewDateText({ ...date, cause: 'change', change: { type: 'watchlist_result.created', found_at: at } }))
  assert.match(text, /high risk, brought forward: Watchlist hit found, </)
})

test.run()
