// The user's own page: password and second factor.
import { html } from 'hono/html'
import { isSetUpProven, newTotpSecret, type SetUp, setUpProof, totpUri } from '../auth/second-factor.ts'
import type { ProbityContext } from '../inner/framework/environment.ts'
import { changePassword, disableSecondFactor, enableSecondFactor, isCodeRight } from '../inner/profile.ts'
import { badRequest, tooManyRequests } from '../interface/errors.ts'
import { qrCode } from './charts/qr-code.ts'
import { roleNames } from './framework/access.ts'
import { type FormState, formIn, input, type Sent, secretInput } from './framework/fields.ts'
import { type FormFields, formFields } from './framework/forms.ts'
import { badge, card, facts, join, type Markup, time } from './framework/markup.ts'
import type { Page, Pages } from './framework/pages.ts'

const path = '/profile'

const mount = (pages: Pages) => {
  const overview = profilePage(pages)
  const account = ownAccountOf(pages)
  pages.get(path, 'read', (c) => overview(c))
  changeOwnPassword(pages, { overview, account })
  changeSecondFactor(pages, { overview, account })
}

type Overview = (c: ProbityContext, sent?: Sent) => Response | Promise<Response>

const profilePage =
  ({ show }: Pages): Overview =>
  (c, sent) => {
    const { session, user: person } = c.get('signedIn')
    const hidden = formFields(session.token)
    const content = html`${card(
      'You',
      facts([
        ['Name', person.name],
        ['E-mail', person.email],
        ['Roles', join(person.roles.map((role) => badge('plain', roleNames[role])))],
        ['Signed in', time(session.startedAt)],
      ]),
    )}
${card(
  'Password',
  html`<form method="post" action="${path}/password" class="stack narrow">${hidden}${presentPassword(formIn(sent, 'password'))}
${secretInput(formIn(sent, 'password'), 'password', 'New password', { type: 'password', hint: 'At least 12 characters. Your other sessions end.', more: html` autocomplete="new-password" minlength="12"` })}
<button class="primary">Change password</button></form>`,
)}
${card('Second factor', person.totp_secret === null ? offer(formIn(sent, 'factor'), hidden) : secondFactorOn(formIn(sent, 'factor'), hidden))}`
    return show(c, path, { title: 'Your profile', content }, sent)
  }

/** A form of the profile that is shown again with its errors after a refusal. */
const profileForm = (scope: string, again: Overview) =>
  ({
    access: 'read',
    scope,
    isSecret: true,
    places: { present: 'present', password: 'password', code: 'code' },
    again,
  }) as const

type OwnAccount = ReturnType<typeof ownAccountOf>

/** What each change of one's own account needs: the password, and a new session afterwards. */
const ownAccountOf = ({ goOn, inner, sessions, signIn, passwords, cookies }: Pages) => {
  /** @throws ApiError when the password is wrong or after too many attempts */
  const confirm = async (c: ProbityContext, form: FormFields) => {
    const { user: person } = c.get('signedIn')
    const wait = await signIn.guess(person.id)
    if (wait !== null) throw tooManyRequests('too many attempts: try again later', wait)
    if (!(await passwords.verify(form.raw('present'), person.password_hash ?? undefined)))
      throw badRequest('incorrect current password', 'present')
    await signIn.guessedRight(person.id)
  }

  return {
    confirm,
    /** Like `confirm`, and checks a code when a second factor is on. @throws ApiError */
    confirmWithCode: async (c: ProbityContext, form: FormFields) => {
      const { id: userId, totp_secret: secret } = c.get('signedIn').user
      await confirm(c, form)
      if (secret !== null && !(await isCodeRight(inner, { userId, secret, code: form.text('code') })))
        throw badRequest('this code is invalid or has been used', 'code')
    },
    /** Continues this session under a new token after a change that ends all sessions. */
    goOnAnew: async (c: ProbityContext, text: string) => {
      const { session, user: person } = c.get('signedIn')
      await sessions.end(session.token)
      const next = await sessions.start({ userId: person.id, awaitingCode: false })
      cookies.set(c, 'session', next.token)
      return goOn(c, path, { kind: 'good', text })
    },
  }
}

type Changing = { readonly overview: Overview; readonly account: OwnAccount }

const changeOwnPassword = ({ post, inner, passwords }: Pages, { overview, account }: Changing) =>
  post(`${path}/password`, profileForm('password', overview), async (c, form) => {
    await account.confirm(c, form)
    await changePassword({ ...inner, passwords }, c, c.get('signedIn').user, form.raw('password'))
    return account.goOnAnew(c, 'Password changed. Your other sessions have ended.')
  })

const changeSecondFactor = (pages: Pages, { overview, account }: Changing) => {
  const { post, inner } = pages
  const { confirmWithCode, goOnAnew } = account
  const { setUp, isProven } = settingUp(pages)

  post(`${path}/second-factor/begin`, profileForm('factor', overview), async (c, form) => {
    await confirmWithCode(c, form)
    return setUp(c, newTotpSecret())
  })

  const enabling = {
    access: 'read',
    scope: 'code',
    isSecret: true,
    places: { code: 'code' },
    again: (c: ProbityContext, sent?: Sent) => {
      const secret = sent?.formState.value('secret') ?? ''
      return isKey(secret) && isProven(c, secret, sent?.formState.value('proof') ?? '') ? setUp(c, secret, sent) : overview(c, sent)
    },
  } as const

  post(`${path}/second-factor/enable`, enabling, async (c, form) => {
    const { user: person } = c.get('signedIn')
    const secret = form.text('secret')
    if (!isKey(secret) || !isProven(c, secret, form.text('proof'))) throw badRequest('the key is invalid or has expired: start again')
    await enableSecondFactor(inner, c, { userId: person.id, secret, code: form.text('code') })
    return goOnAnew(c, 'The second factor is on. You need a code each time you sign in.')
  })

  post(`${path}/second-factor/disable`, profileForm('factor', overview), async (c, form) => {
    await confirmWithCode(c, form)
    await disableSecondFactor(inner, c, c.get('signedIn').user)
    return goOnAnew(c, 'The second factor is off.')
  })
}

/** The page that shows the key of a new second factor, and the proof that the key came from there. */
const settingUp = ({ show, inner }: Pages) => {
  const proven = (c: ProbityContext, secret: string): SetUp => {
    const { session, user: person } = c.get('signedIn')
    return { userId: person.id, session: session.token, secret, replaces: person.totp_secret }
  }

  return {
    isProven: (c: ProbityContext, secret: string, proof: string) =>
      isSetUpProven(inner.guestSecret, proven(c, secret), { proof, now: inner.now() }),

    /** After a wrong code the same key is shown again, because the authenticator already has it. */
    setUp: (c: ProbityContext, secret: string, sent?: Sent) => {
      const { session, user: person } = c.get('signedIn')
      const uri = totpUri(secret, person.email)
      const content = card(
        'Set up the second factor',
        html`<ol class="steps">
<li>Scan this with your authenticator app:<br>${qrCode(uri, 'The key of the second factor as a QR code')}
<p class="quiet">On this device, follow <a href="${uri}">this link</a> instead, or enter the key: <code data-copy>${secret}</code></p></li>
<li>Enter the code from the app.</li></ol>
<form method="post" action="${path}/second-factor/enable" class="stack narrow">${formFields(session.token)}
<input type="hidden" name="secret" value="${secret}"><input type="hidden" name="proof" value="${setUpProof(inner.guestSecret, proven(c, secret), inner.now())}">
${input(formIn(sent, 'code'), 'code', 'Code', { autocomplete: 'one-time-code', more: html` inputmode="numeric" pattern="[0-9 ]{6,7}" required` })}
<button class="primary">Turn on</button></form><p><a href="${path}">Cancel</a></p>`,
      )
      return show(c, path, { title: 'Second factor', content }, sent)
    },
  }
}

const isKey = (text: string): boolean => /^[A-Z2-7]{32}$/.test(text)

const presentPassword = (formState: FormState): Markup =>
  secretInput(formState, 'present', 'Current password', { type: 'password', more: html` autocomplete="current-password"` })

const presentCode = (formState: FormState): Markup =>
  input(formState, 'code', 'Second factor code', {
    autocomplete: 'one-time-code',
    more: html` inputmode="numeric" pattern="[0-9 ]{6,7}" required`,
  })

const offer = (
  formState: FormState,
  hidden: Markup,
): Markup => html`<p class="quiet">A code from an authenticator app, in addition to your password.</p>
<form method="post" action="${path}/second-factor/begin" class="stack narrow">${hidden}${presentPassword(formState)}<button>Set up</button></form>`

const secondFactorOn = (
  formState: FormState,
  hidden: Markup,
): Markup => html`<p>${badge('on')} Sign-in asks for a code after the password.</p>
<form method="post" action="${path}/second-factor/begin" class="stack narrow">${hidden}${presentPassword(formState)}${presentCode(formState)}<button>Replace</button></form>
<form method="post" action="${path}/second-factor/disable" class="stack narrow">${hidden}${presentPassword(formState)}${presentCode(formState)}<button class="danger">Turn off</button></form>`

export const profilePages: Page = { entry: null, mount }
