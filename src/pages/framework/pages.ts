// The framework for pages: routes that need a sign-in, forms that are checked before the handler runs, and error pages.
// To add a page, export a `Page` from a new file and list it in all.ts. The navigation updates itself.
import { Hono } from 'hono'
import type { GuestRate } from '../../auth/guest-rate.ts'
import type { OpenIdProvider, PendingSignIn } from '../../auth/openid-connect.ts'
import type { Passwords } from '../../auth/passwords.ts'
import type { RegisteredClients } from '../../auth/registered-clients.ts'
import type { SealedValues } from '../../auth/sealed-values.ts'
import type { Session, Sessions } from '../../auth/sessions.ts'
import type { SignIn } from '../../auth/sign-in.ts'
import { derivedId } from '../../events/derived-id.ts'
import type { Monitored } from '../../inner/business/related.ts'
import type { BusinessDocument } from '../../inner/businesses.ts'
import type { CitedRows } from '../../inner/cited-rows.ts'
import type { DocumentFiles } from '../../inner/evidence-documents.ts'
import type { RetryInboxKind } from '../../inner/failed-work.ts'
import type { InnerApi } from '../../inner/framework/api.ts'
import { asApiError } from '../../inner/framework/api-errors.ts'
import type { ClientAddress } from '../../inner/framework/client-address.ts'
import type { ProbityApp, ProbityContext, ProbityEnv, Routes } from '../../inner/framework/environment.ts'
import type { Following } from '../../inner/framework/following.ts'
import type { Documents, Reads } from '../../inner/framework/reading.ts'
import type { Sending, TestClocks } from '../../inner/framework/sending.ts'
import type { GuestLinking } from '../../inner/guest-links.ts'
import type { ListTrials } from '../../inner/list-trials.ts'
import type { LoadedData, LoadedLists } from '../../inner/loaded-data.ts'
import type { MonitorInterval } from '../../inner/monitors.ts'
import type { KnownJurisdictions } from '../../inner/registration-requests.ts'
import type { KnownAgents } from '../../inner/runs.ts'
import type { ServiceHealth } from '../../inner/service-health.ts'
import { userWith } from '../../inner/users.ts'
import { Accepted, ApiError } from '../../interface/errors.ts'
import { signInPage } from '../sign-in/form.ts'
import { addressOf } from '../sign-in/return-address.ts'
import { type Access, may, principalOf } from './access.ts'
import type { Cookies } from './cookies.ts'
import { entriesFor, keptAfterFailure, type PageEntry, showFailures } from './failures.ts'
import { type Places, refusedForm, type Sent } from './fields.ts'
import { type FormFields, readForm } from './forms.ts'
import { setPageHeaders } from './headers.ts'
import { type KeptForms, keptBack } from './kept-forms.ts'
import { frame, type Notice, type PageParts } from './layout.ts'
import { type Markup, sentence } from './markup.ts'
import { chosenMode, keepMode } from './mode.ts'
import { leaveNotice, takeNotice } from './notices.ts'

export type PageDependencies = {
  readonly inner: Sending &
    Reads &
    Documents &
    Following &
    KnownAgents &
    KnownJurisdictions &
    DocumentFiles &
    GuestLinking &
    Monitored &
    MonitorInterval &
    TestClocks &
    CitedRows &
    LoadedData &
    LoadedLists &
    ListTrials &
    ServiceHealth
  readonly api: InnerApi
  readonly sessions: Sessions
  readonly signIn: SignIn
  readonly guestRate: GuestRate
  readonly passwords: Passwords
  /** Where people may sign in beside their passwords; null: nowhere. */
  readonly provider: OpenIdProvider | null
  /** What a browser keeps while its user is at the provider. */
  readonly onTheWay: SealedValues<PendingSignIn & { readonly returnTo: string }>
  /** Whether the read models have caught up with the users of the log. */
  readonly caughtUp: () => Promise<boolean>
  /** The failed work of processes. */
  readonly retryInboxes: readonly RetryInboxKind[]
  readonly cookies: Cookies
  /** OAuth clients that registered themselves. */
  readonly registered: RegisteredClients
  readonly keptForms: KeptForms
  readonly clientAddress: ClientAddress
  /** The public URL of the pages; null: the request's own address. */
  readonly appUrl: string | null
  readonly baseUrl: string | null
}

type Handler = (c: ProbityContext) => Promise<Response> | Response
type FormHandler = (c: ProbityContext, form: FormFields) => Promise<Response> | Response

/** After a refusal, redirects to this page and shows the error there. For buttons without input. `:names` take their values from the path. */
type Back = { readonly back: string }
/** After a refusal, shows the form again with its input and errors. `scope`: identifies the form on its page. */
type Again = {
  readonly places: Places
  readonly scope?: string
  /** Contains a secret such as a password: not kept when the session has expired. */
  readonly isSecret?: boolean
  /** Without `sent` the page is new: a user has opened the address of a refused form. */
  readonly again: (c: ProbityContext, sent?: Sent) => Promise<Response> | Response
}

export type Pages = PageDependencies & {
  /** The app itself, for routes without sign-in. */
  readonly open: ProbityApp
  readonly get: (path: string, access: Access, handler: Handler) => void
  readonly post: (path: string, options: { readonly access: Access } & (Back | Again), handler: FormHandler) => void
  /** `path`: the path of the page's navigation entry. `sent`: a refused form with its errors. */
  readonly show: (c: ProbityContext, path: string, parts: PageParts, sent?: Sent) => Response | Promise<Response>
  /** The sections that other pages add to a business's page, in page order. */
  readonly onBusiness: (c: ProbityContext, business: BusinessDocument) => Promise<readonly Markup[]>
  /** Redirects to another page and shows a notice there. */
  readonly goOn: (c: ProbityContext, path: string, notice?: Notice) => Response
}

export type Page = {
  /** Its entry in the navigation; null: none. */
  readonly entry: PageEntry | null
  /** The API route that the page needs. Without that route the page is left out. */
  readonly needs?: string
  readonly mount: (pages: Pages) => void
  /** The section it adds to a business's page, below the data. */
  readonly onBusiness?: (pages: Pages, c: ProbityContext, business: BusinessDocument) => Promise<Markup>
}

const formNamespace = '0f6c2a3e-5a0e-5e0c-8d53-3fd1b2a7c9e4'

export const pageRoutes =
  (known: readonly Page[], dependencies: PageDependencies): Routes =>
  (root) => {
    const app: ProbityApp = new Hono<ProbityEnv>()
    const all = known.filter(({ needs }) => needs === undefined || dependencies.api.offers(needs))
    const entries = all.flatMap(({ entry }) => (entry ? [entry] : []))
    const goOn = redirecting(dependencies)
    const pages: Pages = {
      ...dependencies,
      open: app,
      show: showing(entries, dependencies),
      onBusiness: (c, business) => Promise.all(all.flatMap(({ onBusiness }) => (onBusiness ? [onBusiness(pages, c, business)] : []))),
      goOn,
      ...signedInRoutes(app, { ...dependencies, goOn }),
    }
    showFailures(root, app, { ...dependencies, entries })
    for (const { mount } of all) mount(pages)
    root.route('/', app)
  }

const showing =
  (entries: readonly PageEntry[], { cookies }: PageDependencies): Pages['show'] =>
  (c, path, parts, sent) => {
    const signedIn = c.get('signedIn')
    const notice = sent?.notice ?? takeNotice(c, cookies)
    keepMode(c, cookies)
    const { mode } = c.get('principal')
    const entry = entries.find((each) => each.path === path)
    const isLive = !sent && c.req.method === 'GET' && c.req.path === path && (entry?.section !== 'Settings' || entry.isLive === true)
    const content = frame(
      { ...parts, notice, isLeft: sent === undefined },
      { signedIn, mode, entries: entriesFor(signedIn, entries), current: path, isLive },
    )
    return c.html(content, sent?.notice.kind === 'bad' ? 422 : 200)
  }

const redirecting =
  ({ cookies }: PageDependencies): Pages['goOn'] =>
  (c, path, notice) => {
    if (notice) leaveNotice(c, cookies, notice)
    keepMode(c, cookies)
    return c.redirect(path, 303)
  }

/** Routes that need a sign-in. A form is checked before the handler runs, and is kept when the session has expired. */
const signedInRoutes = (app: ProbityApp, dependencies: PageDependencies & Pick<Pages, 'goOn'>): Pick<Pages, 'get' | 'post'> => {
  const { inner, keptForms, goOn } = dependencies
  const signedInOr = signInNeeded(dependencies)
  const keepForm = formKeeping(dependencies)

  const submit = async (c: ProbityContext, handler: FormHandler, onRefusal: Back | Again): Promise<Response> => {
    const { session, user } = c.get('signedIn')
    const form = await readForm(c, session.token, session.earlierForms)
    if ('again' in onRefusal && form.has('form_kept')) {
      const kept = keptForms.open(form.text('form_kept'), user.id, inner.now())
      return onRefusal.again(c, kept?.path === addressOf(c) ? keptBack(kept, onRefusal.scope) : undefined)
    }
    // Sent twice, a form acts once. Sent again with something changed, as after the browser's Back, it is another one.
    if (form.key !== '') c.set('idempotencySeed', derivedId(JSON.stringify([user.id, c.req.path, await form.fingerprint()]), formNamespace))
    try {
      return await handler(c, form)
    } catch (error) {
      const refusal = asApiError(error)
      if (refusal instanceof Accepted) return goOn(c, '/proposals', { kind: 'good', text: sentence(refusal.message) })
      const { status, entries: problems } = refusal
      if (status >= 500) {
        const isKept = 'again' in onRefusal && !onRefusal.isSecret
        if (isKept)
          keptAfterFailure(
            c,
            keptForms.seal({ userId: user.id, path: addressOf(c), typed: form.typed(), hasFile: isUpload(c) }, inner.now()),
          )
        throw error
      }
      if ('again' in onRefusal) return onRefusal.again(c, refusedForm(form, error, onRefusal))
      const text = sentence(problems.map(({ message }) => message).join('; '))
      return goOn(c, backOf(c, onRefusal), { kind: 'bad', text })
    }
  }

  return {
    get: (path, access, handler) => {
      app.get(path, async (c) => (await signedInOr(c, access)) ?? handler(c))
    },
    post: (path, { access, ...onRefusal }, handler) => {
      if ('again' in onRefusal) app.get(path, async (c) => (await signedInOr(c, access)) ?? onRefusal.again(c))
      app.post(path, async (c) => (await signedInOr(c, access, () => keepForm(c, onRefusal))) ?? submit(c, handler, onRefusal))
    },
  }
}

const leadToSignIn: Handler = (c) =>
  c.redirect(`/sign-in${c.req.path === '/' ? '' : `?return_to=${encodeURIComponent(addressOf(c))}`}`, 303)

/** @returns a function that responds when no user is signed in */
const signInNeeded =
  ({ sessions, cookies }: PageDependencies) =>
  async (c: ProbityContext, access: Access, otherwise: Handler = leadToSignIn): Promise<Response | undefined> => {
    setPageHeaders(c)
    const signedIn = await sessions.find(cookies.get(c, 'session') ?? '')
    if (signedIn?.session.awaitingCode && c.req.method === 'GET') return c.redirect('/sign-in/code', 303)
    if (!signedIn || signedIn.session.awaitingCode) return otherwise(c)
    c.set('signedIn', signedIn)
    c.set('principal', principalOf(signedIn, chosenMode(c, cookies)))
    if (!may(signedIn, access)) throw new ApiError(403, [{ message: 'your role does not allow this' }])
    return undefined
  }

/** Keeps typed input through the sign-in. The user must press plain buttons again. */
const formKeeping =
  ({ inner, sessions, cookies, keptForms, provider }: PageDependencies) =>
  async (c: ProbityContext, onRefusal: Back | Again): Promise<Response> => {
    const session = await sessions.findOrEnded(cookies.get(c, 'session') ?? '')
    const writer = session && (await userWith(inner, session.userId))
    const form = writer && 'again' in onRefusal && !onRefusal.isSecret ? await ownForm(c, session) : undefined
    const path = 'again' in onRefusal ? addressOf(c) : backOf(c, onRefusal)
    const kept = { path, hasFile: isUpload(c), typed: form?.typed() ?? [] }
    const sealed = form && keptForms.seal({ ...kept, userId: session?.userId ?? '' }, inner.now())
    if (!sealed) {
      const text = 'Your session has expired. Sign in and try again: your last action was not carried out.'
      leaveNotice(c, cookies, { kind: 'bad', text })
      return c.redirect(`/sign-in?return_to=${encodeURIComponent(path)}`, 303)
    }
    const notice = { kind: 'bad', text: 'Your session has expired. Sign in to continue: your input was kept.' } as const
    return c.html(
      signInPage(c, cookies, { providerName: provider?.name ?? null, returnTo: path, email: writer?.email ?? '', notice, sealed }),
      401,
    )
  }

const isUpload = (c: ProbityContext): boolean => /^multipart/i.test(c.req.header('content-type') ?? '')

/** With the query of the form's address. */
const backOf = (c: ProbityContext, { back }: Back): string =>
  back.replaceAll(/:(\w+)/g, (_, name: string) => c.req.param(name) ?? '') + new URL(c.req.url).search

/** The form, if it was made for this session or an earlier one of the same user. */
const ownForm = (c: ProbityContext, { token, earlierForms }: Session): Promise<FormFields | undefined> =>
  readForm(c, token, earlierForms).catch((error) => {
    if (asApiError(error).status >= 500) throw error
    return undefined
  })
