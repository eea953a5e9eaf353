// The pages behind signed links: the guest dashboard of a registration request or an application, the answer to a request for information, and scans
// of mail. A link opens only one thing. Errors do not reveal why a link is invalid.
import { html } from 'hono/html'
import { asApiError } from '../inner/framework/api-errors.ts'
import { attachment } from '../inner/framework/attachment.ts'
import type { ProbityContext } from '../inner/framework/environment.ts'
import { accountOf } from '../inner/framework/reading.ts'
import { guestSender } from '../inner/framework/sending.ts'
import { type Answers, dashboardOf, type GuestDashboard, saveAnswers, submitDashboard, uploadDocument } from '../inner/guest-dashboard.ts'
import { askedOfGuest, provideInformation } from '../inner/information-requests.ts'
import { anyMail, viewScan } from '../inner/letters.ts'
import { ApiError } from '../interface/errors.ts'
import { type Linked, signedLinks } from '../interface/signed-links.ts'
import { type FormFields, formFields, readForm } from './framework/forms.ts'
import { setPageHeaders } from './framework/headers.ts'
import { type Notice, plainFrame } from './framework/layout.ts'
import { badge, counted, facts, type Markup, nothing, sentence, time, waitText } from './framework/markup.ts'
import type { Page, Pages } from './framework/pages.ts'
import { type Around, sectionContent, titleOf } from './guest-sections.ts'
import { isOutdated, mergedAnswers } from './guest-seen.ts'
import { unsent } from './guest-unsent.ts'

const mount = ({ open, inner, guestRate, clientAddress }: Pages) => {
  const links = signedLinks(inner.guestSecret)

  /** What the link opens; null when it is invalid. */
  const linked = (c: ProbityContext): Linked | null => links.open(c.req.param('token') ?? '', inner.now())

  open.get('/guest/:token', (c) => {
    setPageHeaders(c)
    const to = linked(c)
    switch (to?.kind) {
      case 'registration_request':
      case 'application':
        return showDashboard(inner, c, to)
      case 'information_request':
        return informationPage(inner, c, to.id)
      case 'mail_document':
        return mailDocument(inner, c, to.id)
      default:
        return nothingHere(c)
    }
  })

  open.post('/guest/:token', async (c) => {
    setPageHeaders(c)
    // A link that expired while its page was open takes nothing any more, but what was typed is given back.
    const to = linked(c) ?? links.open(tokenOf(c), new Date(0))
    if (!to || to.kind === 'mail_document' || to.kind === 'evidence_document') return nothingHere(c)
    const wait = await guestRate({ linkedId: to.id, clientAddress: clientAddress(c) })
    if (wait > 0) return tooMany(c, wait)
    c.set('guestOf', to.id)
    const form = await readForm(c, tokenOf(c)).catch(notTheirs)
    if (form instanceof ApiError) return notRead(c, form)
    if (!linked(c)) return nothingHere(c, form)
    try {
      return to.kind === 'information_request' ? await answerInformation(inner, c, to.id, form) : await saveDashboard(inner, c, to, form)
    } catch (error) {
      // Already answered or submitted in another window.
      if (asApiError(error).status >= 500) throw error
      return tooLate(c, form)
    }
  })
}

/** `form`: what was sent through the link, which is given back. */
const nothingHere = (c: ProbityContext, form?: FormFields) =>
  c.html(
    plainFrame({
      title: 'This link is not valid',
      content: html`<p>It may have expired. Please ask the sender for a new link.</p>${form ? unsent(form) : nothing}`,
      isWide: form !== undefined,
    }),
    404,
  )

/** The current status, after what was typed is given back. */
const tooLate = (c: ProbityContext, form: FormFields) => {
  const typed = unsent(form)
  if (typed === nothing) return c.redirect(here(c, 'status'), 303)
  const content = html`<p>It was answered or closed meanwhile, perhaps in another window.</p>${typed}<p><a href="${here(c, 'status')}">See where it stands</a></p>`
  return c.html(plainFrame({ title: 'This no longer takes answers', content, isWide: true }), 409)
}

const tooMany = (c: ProbityContext, seconds: number) => {
  c.header('Retry-After', String(seconds))
  return c.html(
    plainFrame({
      title: 'Too many changes in a short time',
      content: html`<p>Your last change was not saved. Please wait ${waitText(seconds)}, then go back and send it again.</p>`,
    }),
    429,
  )
}

/** What is wrong with the form. A fault of the service is logged and told as on every page. */
const notTheirs = (error: unknown): ApiError => {
  const api = asApiError(error)
  if (api.status >= 500) throw error
  return api
}

/** A guest has no other page to go on from. */
const notRead = (c: ProbityContext, { status, message, details }: ApiError) => {
  for (const [name, value] of Object.entries(details.headers ?? {})) c.header(name, value)
  const isLargeFile = status === 413 && /^multipart/i.test(c.req.header('content-type') ?? '')
  const why = isLargeFile ? 'The file is larger than 9 MB. Please choose a smaller file.' : sentence(message)
  const content = html`<p>${why}</p><p><a class="button" href="${here(c, c.req.query('section'))}">Back to the page</a></p>`
  return c.html(plainFrame({ title: 'This was not sent', content }), status)
}

const here = (c: ProbityContext, section?: string, { saved = false }: { readonly saved?: boolean } = {}): string => {
  const query = new URLSearchParams({ ...(section ? { section } : {}), ...(saved ? { saved: '1' } : {}) }).toString()
  return `/guest/${c.req.param('token')}${query ? `?${query}` : ''}`
}

const dashboardPage = (
  c: ProbityContext,
  dashboard: GuestDashboard,
  {
    section,
    notice,
    status = 200,
    checked = false,
    confirming = false,
    refused,
    overtaken = {},
  }: { section?: string | undefined; notice?: Notice; status?: 200 | 409 | 422 } & Partial<Omit<Around, 'action' | 'hidden'>>,
) => {
  const { title, company, partner, redirectBackUri, sections } = dashboard
  const current = sections.find(({ slug }) => slug === section) ?? sections[0]
  const entry = (each: (typeof sections)[number]) =>
    html`<li><a href="${here(c, each.slug)}"${each === current ? html` aria-current="page"` : nothing}>${titleOf(each)}</a>${each.open > 0 ? html` <span class="quiet">${each.open} left</span>` : nothing}</li>`
  const back = redirectBackUri ? html`<p><a href="${redirectBackUri}" rel="noreferrer">Back to the previous site</a></p>` : nothing
  const content = html`<nav aria-label="Sections"><ul class="sections">${sections.map(entry)}</ul></nav>
${current ? sectionContent(dashboard, current, { action: here(c, current.slug), hidden: formFields(tokenOf(c)), checked, confirming, refused, overtaken }) : nothing}${back}`
  return c.html(
    plainFrame({
      title,
      subtitle: html`<p class="lead">${company} ${badge(dashboard.status, statusWords[dashboard.status])}</p><p class="quiet">Requested by ${partner}</p>`,
      content,
      notice,
      isWide: true,
    }),
    status,
  )
}

/** What the employer has done, and not how the account sees it. */
const statusWords = { pending: 'Not submitted yet', submitted: 'Submitted', completed: 'Completed' } as const

const redirectOrigins = ({ redirectUri }: GuestDashboard): string[] => (redirectUri ? [new URL(redirectUri).origin] : [])

const showDashboard = async (inner: Pages['inner'], c: ProbityContext, to: Linked) => {
  const dashboard = await dashboardOf(inner, to)
  if (!dashboard) return nothingHere(c)
  setPageHeaders(c, redirectOrigins(dashboard))
  const section = c.req.query('section')
  return dashboardPage(c, dashboard, { section, ...(c.req.query('saved') ? { notice: savedNotice(dashboard, section) } : {}) })
}

const savedNotice = ({ sections }: GuestDashboard, slug: string | undefined): Notice => {
  const { wrong = 0 } = sections.find((each) => each.slug === slug) ?? sections[0] ?? {}
  if (wrong === 0) return { kind: 'good', text: 'Saved. Use the same link to return to this page.' }
  return { kind: 'bad', text: `Your answers were kept, but ${counted(wrong, 'answer needs', 'answers need')} to be corrected.` }
}

const saveDashboard = async (inner: Pages['inner'], c: ProbityContext, to: Linked, form: FormFields) => {
  const dashboard = await dashboardOf(inner, to)
  if (!dashboard) return nothingHere(c, form)
  setPageHeaders(c, redirectOrigins(dashboard))
  const section = dashboard.sections.find(({ slug }) => slug === c.req.query('section')) ?? dashboard.sections[0]
  const { accountId, id } = dashboard
  const sender = guestSender(inner, c, { accountId, guestId: id, key: form.key })
  const failed = (text: string, refused?: Around['refused']) =>
    dashboardPage(c, dashboard, { section: section?.slug, notice: { kind: 'bad', text }, checked: true, refused, status: 422 })
  if (form.text('do') === 'upload') {
    const problem = await uploadAnswer(inner, sender, dashboard, form).catch(problemOf)
    return problem === null
      ? c.redirect(here(c, section?.slug, { saved: true }), 303)
      : failed('The file was not uploaded.', { question: form.text('question'), problem })
  }
  if (form.text('do') === 'submit' || form.text('do') === 'confirm') {
    if (dashboard.status === 'pending' && dashboard.problems.length > 0)
      return failed(`Please answer or correct ${counted(dashboard.problems.length, 'question')}.`)
    if (form.text('do') === 'confirm') return dashboardPage(c, dashboard, { section: section?.slug, confirming: true })
    if (dashboard.status === 'pending' && isOutdated(form, dashboard))
      return dashboardPage(c, dashboard, { section: section?.slug, notice: changedMeanwhile, confirming: true, status: 409 })
    await submitDashboard(sender, dashboard)
    return c.redirect(dashboard.redirectUri ?? here(c, 'status'), 303)
  }
  const { answers, overtaken } = mergedAnswers(form, section?.questions ?? [])
  // Without the key: what is saved already changes nothing, and who goes back to an earlier answer means it.
  await saveAnswers(guestSender(inner, c, { accountId, guestId: id }), dashboard, answers)
  if (Object.keys(overtaken).length === 0) return c.redirect(here(c, section?.slug, { saved: true }), 303)
  const now = (await dashboardOf(inner, to)) ?? dashboard
  return dashboardPage(c, now, { section: section?.slug, notice: overtakenNotice(overtaken), overtaken, status: 409 })
}

const changedMeanwhile: Notice = { kind: 'bad', text: 'Answers were changed in another window. Please check them once more.' }

const overtakenNotice = (overtaken: Answers): Notice => {
  const answers = counted(Object.keys(overtaken).length, 'answer was', 'answers were')
  return { kind: 'bad', text: `${answers} not saved, because another one was saved since this page was opened. Everything else is saved.` }
}

/** Uploads the document that answers a question. @returns what is wrong with it; null when it is kept */
const uploadAnswer = async (
  inner: Pages['inner'],
  sender: ReturnType<typeof guestSender>,
  { id, documentQuestions }: GuestDashboard,
  form: FormFields,
): Promise<string | null> => {
  const file = form.file('document')
  const question = documentQuestions.find(({ key }) => key === form.text('question'))
  if (!file || !question) return 'Please choose a file.'
  return uploadDocument(inner, sender, { id, question, filename: file.name, bytes: await file.content() })
}

/** What the guest can do something about is said beside the form. Anything else is about the whole request. */
const problemOf = (error: unknown): string => {
  const { status, entries } = asApiError(error)
  if (status !== 422) throw error
  return sentence(entries.map(({ message }) => message).join('; '))
}

const informationPage = async (inner: Pages['inner'], c: ProbityContext, id: string, notice?: Notice) => {
  const found = await foundOrNull(askedOfGuest(inner, id))
  if (!found) return nothingHere(c)
  const { request, company } = found
  const answer: Markup =
    request.status === 'open'
      ? html`<form method="post" class="stack">${formFields(tokenOf(c))}
<label>Your answer<textarea name="information" rows="6" maxlength="10000" required></textarea></label><button class="primary">Send</button></form>`
      : html`<p>${request.status === 'provided' ? 'Thank you. Your answer has been sent.' : 'This request has been closed.'}</p>`
  const asked = facts([
    ['Company', company?.legal_name],
    ['Requested by', (await accountOf(inner, request.account_id)).name],
    ['Requested', time(request.created_at)],
    ['Needed', request.information_requested],
  ])
  return c.html(
    plainFrame({
      title: 'Information needed',
      content: html`${asked}${answer}`,
      notice,
      isWide: true,
    }),
    notice ? 422 : 200,
  )
}

const answerInformation = async (inner: Pages['inner'], c: ProbityContext, id: string, form: FormFields) => {
  const found = await foundOrNull(askedOfGuest(inner, id))
  if (!found) return nothingHere(c, form)
  const information = form.text('information', 10_000)
  const sender = guestSender(inner, c, { accountId: found.request.account_id, guestId: id, key: form.key })
  // A field of spaces alone is filled for the browser.
  if (information === '') return informationPage(inner, c, id, { kind: 'bad', text: 'Please write an answer.' })
  await provideInformation(sender, id, information)
  return c.redirect(here(c), 303)
}

const mailDocument = async (inner: Pages['inner'], c: ProbityContext, id: string) => {
  const mail = await foundOrNull(anyMail(inner, id))
  if (!mail) return nothingHere(c)
  const sender = guestSender(inner, c, { accountId: mail.account_id, guestId: id })
  const scan = await foundOrNull(viewScan(inner, sender, mail))
  return scan ? attachment(c, scan, scan.bytes) : nothingHere(c)
}

/** The link is the secret that protects its forms: without it nobody can forge one. */
const tokenOf = (c: ProbityContext): string => c.req.param('token') ?? ''

/** Null when it does not exist: errors do not reveal why a link is invalid. */
const foundOrNull = async <Found>(finding: Promise<Found>): Promise<Found | null> => {
  try {
    return await finding
  } catch (error) {
    if (asApiError(error).status === 404) return null
    throw error
  }
}

export const guestPages: Page = { entry: null, mount }
