// Notes on a business: the newest on its page, all of them on a separate page, and a form to add one.
import { html } from 'hono/html'
import type { z } from 'zod'
import type { ProbityContext } from '../inner/framework/environment.ts'
import { addNote, notesOf } from '../inner/notes.ts'
import { unprocessable } from '../interface/errors.ts'
import { entriesOf, predicate } from '../interface/messages.ts'
import { longestNote, NewNote, type Note } from '../interface/notes.ts'
import { businessesPath, businessHead, ownBusiness } from './business/frame.ts'
import { may } from './framework/access.ts'
import { area, type FormState, formIn, type Sent } from './framework/fields.ts'
import { formFields } from './framework/forms.ts'
import { listQuery, perPage } from './framework/lists.ts'
import { card, counted, type Markup, nothing, pager, time } from './framework/markup.ts'
import type { Page, Pages } from './framework/pages.ts'
import { caseHead, casePath, placeOf } from './queue.ts'

const path = '/businesses/:id/notes'
const scope = 'note'
/** How many notes the business's page shows. */
const shownFirst = 5

const mount = (pages: Pages) => {
  const { get, post, show, goOn, inner } = pages

  const all = async (c: ProbityContext, sent?: Sent) => {
    const business = await ownBusiness(pages, c)
    const { query, page } = listQuery(c)
    const { found, totalCount: total } = await notesOf(inner, c, business.id, { page, perPage })
    const own = `${businessesPath}/${business.id}/notes`
    const list = html`${formFor(c, business.id, formIn(sent, scope))}${listOf(found)}${pager({ path: own, query, page, perPage, total })}`
    const content = html`${await caseHead(pages, c, business.id, 'now')}${card('Notes', list)}`
    return show(c, businessesPath, { ...businessHead(business, 'Notes'), content }, sent)
  }

  get(path, 'read', (c) => all(c))

  post(path, { access: 'write', scope, places: { text: 'text' }, again: all }, async (c, form) => {
    const { id } = await ownBusiness(pages, c)
    const given = NewNote.safeParse({ text: form.text('text') }, { error: predicate })
    if (!given.success) throw unprocessable(entriesOf(given.error.issues))
    await addNote(inner, c, id, given.data)
    return goOn(c, casePath(id, placeOf(c)), { kind: 'good', text: 'Note added.' })
  })
}

const onBusiness: Page['onBusiness'] = async ({ inner }, c, { id }) => {
  const { found, totalCount } = await notesOf(inner, c, id, { page: 1, perPage: shownFirst })
  const more =
    totalCount > found.length
      ? html`<p><a href="${casePath(id, placeOf(c), '/notes')}">All ${counted(totalCount, 'note')}</a></p>`
      : nothing
  return card('Notes', html`${formFor(c, id, formIn(undefined, scope))}${listOf(found)}${more}`)
}

/** Only for users who may write. */
const formFor = (c: ProbityContext, businessId: string, formState: FormState): Markup => {
  const signedIn = c.get('signedIn')
  if (!may(signedIn, 'write')) return nothing
  const text = area(formState, 'text', 'New note', { more: html` required maxlength="${longestNote}"` })
  return html`<form method="post" action="${casePath(businessId, placeOf(c), '/notes')}" class="stack">${formFields(signedIn.session.token)}${text}<button>Add note</button></form>`
}

const listOf = (notes: readonly z.output<typeof Note>[]): Markup =>
  notes.length === 0 ? html`<p class="empty">No notes yet.</p>` : html`${notes.map(one)}`

const one = ({ text, author, created_at }: z.output<typeof Note>): Markup =>
  html`<div class="item"><div class="event-head"><strong>${author.name ?? 'Somebody'}</strong><span class="quiet">${time(created_at)}</span></div><div>${text.split(/\r?\n/).map((line, index) => html`${index > 0 ? html`<br>` : nothing}${line}`)}</div></div>`

export const notesPage: Page = { entry: null, needs: '/v1/businesses/:business_id/notes', mount, onBusiness }
