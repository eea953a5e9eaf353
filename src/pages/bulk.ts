// What is done to selected businesses at once: assign, tag, decide. A page names them all and asks first. Then each is done separately.
import { html } from 'hono/html'
import { assignBusiness, type BusinessDocument, decideBusiness, openHitsOf, ownBusiness, tagBusiness } from '../inner/businesses.ts'
import { asApiError, logFailure } from '../inner/framework/api-errors.ts'
import type { ProbityContext } from '../inner/framework/environment.ts'
import { type UserDocument, usersOf } from '../inner/users.ts'
import { type DecidedStatus, type DecisionReason, reasonFor, reasonsUpon, reasonWords } from '../interface/decision-words.ts'
import { Accepted, badRequest, unprocessable } from '../interface/errors.ts'
import { verdictOf } from '../interface/verdict.ts'
import { assigneeName, choosable } from './business/assignee.ts'
import { changedSince, decisionChoices } from './business/decision.ts'
import { businessesPath, businessLink, shownName } from './business/frame.ts'
import type { FormState, Sent } from './framework/fields.ts'
import { type FormFields, formFields } from './framework/forms.ts'
import { badge, card, counted, type Markup, nothing, orDash, sentence, table } from './framework/markup.ts'
import type { Page, Pages } from './framework/pages.ts'
import { assigneeSeen, hasSeen, seenAssignee, seenBusiness } from './framework/seen.ts'
import { findings } from './overview.ts'

const path = `${businessesPath}/bulk`
const most = 100

/** Under the list, which is part of the same form. */
export const bulkBar: Markup = html`<div class="row bulk"><label class="check"><input type="checkbox" data-all> Select all on this page</label><span class="quiet">With the selected:</span>
<button name="do" value="assign">Assign…</button><button name="do" value="tag">Tag…</button>${decisionChoices
  .slice(0, 2)
  .map(({ status, label, style }) => html`<button name="do" value="${status}" class="${style}">${label}…</button>`)}</div>`

export const bulkPath = path

const mount = (pages: Pages) => {
  const { post, show, goOn, inner } = pages

  /** The question before it is done; `typed`: what a refused form holds. */
  const ask = async (c: ProbityContext, typed: Typed, sent?: Sent) => {
    const what = doings.find(({ name }) => name === typed.value('do'))
    if (!what) throw badRequest('choose what to do')
    const selected = await selectedBy(pages, c, typed.values('id'))
    const users = await usersOf(inner, c.get('principal').accountId)
    const fields = what.fields(typed.value, { users, selected })
    const ids = selected.map((each) => html`<input type="hidden" name="id" value="${each.id}">${seenBusiness(each)}${seenAssignee(each)}`)
    const apart = what.name === 'approved' ? selected.filter((each) => againstBulkApproval(each) !== undefined).length : 0
    const back = listPath(typed.value('query'))
    const isNone = apart === selected.length
    const form = isNone
      ? html`<p><a class="button" href="${back}">Back to the list</a></p>`
      : html`<form method="post" action="${path}/confirmed" class="card stack">${formFields(c.get('signedIn').session.token)}${ids}
<input type="hidden" name="do" value="${what.name}"><input type="hidden" name="query" value="${typed.value('query')}">${fields}
<div class="row"><button class="primary">${what.title}</button><a class="button" href="${back}">Cancel</a></div></form>`
    const question = isNone ? 'None of these can be approved together' : `${what.title} ${countText(selected.length, apart)}?`
    const content = html`${card(question, list(selected, { doing: what.name, users }))}${form}`
    return show(c, businessesPath, { title: isNone ? 'Approve' : 'Please confirm', content }, sent)
  }

  const backToList = (c: ProbityContext, sent?: Sent) => goOn(c, listPath(sent?.formState.value('query') ?? ''), sent?.notice)

  post(path, { access: 'write', places: {}, again: backToList }, (c, form) => ask(c, { value: form.text, values: form.all }))

  // A refused question keeps what was typed. Without a form there is nothing to ask.
  const again = (c: ProbityContext, sent?: Sent) =>
    sent && sent.formState.values('id').length > 0 ? ask(c, sent.formState, sent) : backToList(c, sent)

  post(`${path}/confirmed`, { access: 'write', places: {}, again }, async (c, form) => {
    const what = doings.find(({ name }) => name === form.text('do'))
    if (!what) throw badRequest('choose what to do')
    const selected = await selectedBy(pages, c, form.all('id'))
    const { done, proposed, refused, failed } = await doEach(selected, what.act(pages, c, form))
    const waiting = proposed === 0 ? [] : [`Proposed: ${proposed}. Another person has to confirm ${proposed === 1 ? 'it' : 'each'}.`]
    const text = [`${what.done}: ${done} of ${selected.length}.`, ...waiting, ...refused].join(' ')
    if (!failed) return goOn(c, listPath(form.text('query')), { kind: refused.length === 0 ? 'good' : 'bad', text })
    if (done + proposed === 0) throw failed.error
    return goOnLater(c, form, { ...failed, text })
  })

  /** A fault came in between: the question again, for those that are left. */
  const goOnLater = async (c: ProbityContext, form: FormFields, { error, left, text }: Failed & { readonly text: string }) => {
    const { status, entries, details } = asApiError(error)
    logFailure(c.get('log'), error, { what: 'a page failed', requestId: c.get('requestId') })
    const values = (name: string) => (name === 'id' ? left.map(({ id }) => id) : form.all(name))
    const formState: FormState = { value: form.text, values, problem: () => undefined }
    const why = sentence(entries.map(({ message }) => message).join('; '))
    const notice = {
      kind: 'bad',
      text: `${text} ${why} These are left, and the first may be done already; nothing is done twice.`,
    } as const
    const page = await ask(c, formState, { formState, notice })
    for (const [name, value] of Object.entries(details.headers ?? {})) page.headers.set(name, value)
    return new Response(page.body, { status, headers: page.headers })
  }
}

type Failed = { readonly error: unknown; readonly left: readonly BusinessDocument[] }

/** One after the other, until a fault of the service. */
const doEach = async (selected: readonly BusinessDocument[], act: (business: BusinessDocument) => Promise<unknown>) => {
  const refused: string[] = []
  let [done, proposed] = [0, 0]
  for (const [index, business] of selected.entries()) {
    try {
      await act(business)
      done++
    } catch (error) {
      const refusal = asApiError(error)
      const { status, entries } = refusal
      if (status >= 500) return { done, proposed, refused, failed: { error, left: selected.slice(index) } }
      if (refusal instanceof Accepted) proposed++
      else refused.push(`${shownName(business.name)}: ${sentence(entries.map(({ message }) => message).join('; '))}`)
    }
  }
  return { done, proposed, refused, failed: undefined }
}

/** @param apart how many of them are decided on their own pages */
const countText = (all: number, apart: number): string =>
  `${apart === 0 ? '' : `${all - apart} of `}${counted(all, 'business', 'businesses')}`

const listPath = (query: string): string => `${businessesPath}${query && `?${new URLSearchParams(query)}`}`

type Typed = Pick<FormState, 'value' | 'values'>

const selectedBy = async ({ inner }: Pages, c: ProbityContext, chosen: readonly string[]): Promise<readonly BusinessDocument[]> => {
  const ids = [...new Set(chosen)]
  if (ids.length === 0) throw badRequest('select at least one business')
  if (ids.length > most) throw badRequest(`select at most ${most} businesses`)
  return Promise.all(ids.map((id) => ownBusiness(inner, c, id)))
}

type Asking = { readonly doing: string; readonly users: Asked['users'] }

const list = (businesses: readonly BusinessDocument[], { doing, users }: Asking): Markup =>
  table<BusinessDocument>(
    [
      { title: 'Business', kind: 'main', cell: ({ id, name }) => businessLink(id, name) },
      { title: 'Status', cell: ({ status, mode }) => html`${badge(status)}${mode === 'test' ? badge('plain', 'Test') : nothing}` },
      {
        title: 'Findings',
        cell: (business) => {
          const isApart = doing === 'approved' && againstBulkApproval(business) !== undefined
          return html`<div>${findings(business)}${isApart ? ' Cannot be approved in bulk: decide on its page.' : nothing}</div>`
        },
      },
      {
        title: 'Hits',
        cell: (business) => {
          const hits = openHitsOf(business)
          return hits === 0 ? nothing : badge('failure', counted(hits, 'hit'))
        },
      },
      ...(doing === 'assign'
        ? [
            {
              title: 'Assigned',
              cell: ({ assignee_id }: BusinessDocument) => orDash(users.filter(({ id }) => id === assignee_id).map(assigneeName)[0]),
            },
          ]
        : []),
    ],
    businesses,
    { caption: 'The selected businesses', empty: '' },
  )

/** Why a business is approved on its own page alone: an approval against the verdict is about one business, so the words of many do not count. */
const againstBulkApproval = (business: BusinessDocument): string | undefined => {
  if (openHitsOf(business) > 0) return 'a watchlist hit is not dismissed'
  const { outcome, line } = verdictOf(business.review?.tasks ?? null)
  return outcome === 'sanctions' || outcome === 'blocks' ? `the verdict is “${line}”` : undefined
}

type Asked = { readonly users: readonly UserDocument[]; readonly selected: readonly BusinessDocument[] }

type Doing = {
  readonly name: string
  readonly title: string
  readonly done: string
  readonly fields: (value: Typed['value'], asked: Asked) => Markup
  readonly act: (pages: Pages, c: ProbityContext, form: FormFields) => (business: BusinessDocument) => Promise<unknown>
}

const decides = (status: Exclude<DecidedStatus, 'in_review'>, title: string, done: string): Doing => ({
  name: status,
  title,
  done,
  fields: (value, { selected }) => {
    const reviews = selected.map(({ review }) => review?.tasks ?? null)
    const option = (reason: DecisionReason) =>
      html`<option value="${reason}"${reason === value('reason') ? html` selected` : nothing}>${reasonWords[reason]}</option>`
    return html`<label>Reason<select name="reason" required autofocus><option value="">Choose…</option>${reasonsUpon(status, reviews).map(option)}</select></label>
<label>Note (required for “Other reason”)<textarea name="note" rows="3" maxlength="2000">${value('note')}</textarea></label>`
  },
  act: ({ inner }, c, form) => {
    const reason = reasonFor(status, form.text('reason'))
    const note = form.text('note', 2000) || null
    if (!reason) throw unprocessable('choose a reason for the decision')
    if (reason === 'other' && note === null) throw unprocessable('describe the other reason in the note')
    return async (business) => {
      if (business.status !== status && !hasSeen(form, business)) throw unprocessable(changedSince)
      const against = status === 'approved' ? againstBulkApproval(business) : undefined
      if (against) throw unprocessable(`${against}: decide on its page`)
      await decideBusiness(inner, c, business.id, { status, reason, note, seen: business.status })
    }
  },
})

const doings: readonly Doing[] = [
  {
    name: 'assign',
    title: 'Assign',
    done: 'Assigned',
    fields: (value, { users }) =>
      html`<label>User<select name="assignee" autofocus><option value="">Nobody</option>${choosable(users, null).map(({ id, name }) => html`<option value="${id}"${id === value('assignee') ? html` selected` : nothing}>${name}</option>`)}</select></label>`,
    act:
      ({ inner }, c, form) =>
      (business) => {
        const seen = assigneeSeen(form, business, c.get('signedIn').user.id)
        return assignBusiness(inner, c, business.id, { assigneeId: form.text('assignee') || null, seen })
      },
  },
  {
    name: 'tag',
    title: 'Tag',
    done: 'Tagged',
    fields: (value) => html`<label>Tag<input name="tag" value="${value('tag')}" required maxlength="100" autofocus></label>`,
    act: ({ inner }, c, form) => {
      const tag = form.text('tag')
      if (tag === '' || tag.length > 100) throw unprocessable('the tag must have 1 to 100 characters')
      return ({ id }) => tagBusiness(inner, c, id, tag)
    },
  },
  decides('approved', 'Approve', 'Approved'),
  decides('rejected', 'Reject', 'Rejected'),
]

export const bulkPages: Page = { entry: null, mount }
