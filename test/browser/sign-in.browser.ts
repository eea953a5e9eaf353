// The way in, in a real browser: only a browser sends the headers that tell where a form comes from.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { admin, shownSecret, startTestService, visitor } from '../pages/browser.ts'
import { complaintsOf, launch, orSkip, signIn } from './chromium.ts'

orSkip(1)

const test = suite('signing in in a browser')
const service = await startTestService()
const browser = await launch()
test.after(async () => {
  await browser.close()
  await service.stop()
})

test('an invited user sets a password and signs in, and the link is told to no other site', async () => {
  const boss = visitor(service.url)
  await boss.signIn(admin)
  await boss.get('/settings/users')
  const invited = await boss.form('/settings/users', { name: 'Rita Reader', email: 'rita@example.com', roles: 'read_only' })
  const page = await (await browser.newContext()).newPage()
  const complaints = complaintsOf(page)
  const answer = await page.goto(shownSecret(invited.text, 'Link'))
  const own = { email: 'rita@example.com', password: 'a long enough secret' }
  await page.getByLabel('Password').fill(own.password)
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByText('Your password is set. Please sign in.').waitFor()
  await signIn(page, own)
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  assert.is(answer?.headers()['referrer-policy'], 'same-origin')
  assert.equal(complaints, [])
})

test.run()
