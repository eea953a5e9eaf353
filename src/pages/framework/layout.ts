// The layout of every page: head, navigation and notices, and a plain layout for pages before sign-in.
import { html } from 'hono/html'
import type { SignedIn } from '../../auth/sessions.ts'
import { assetPaths } from '../assets.ts'
import { formFields } from './forms.ts'
import { type Markup, nothing, withSignsShown } from './markup.ts'
import { type Mode, modeSwitch } from './mode.ts'

export type Entry = {
  readonly path: string
  readonly title: string
  readonly section: 'Work' | 'Desk' | 'Settings'
  /** Whether its page updates by itself; those of Work and Desk always do. */
  readonly isLive?: true
}

export type Notice = { readonly kind: 'good' | 'bad'; readonly text: string }

export type PageParts = {
  readonly title: string
  /** Which of several pages with this title it is: the window's title begins with it. */
  readonly view?: string
  readonly content: Markup
  /** Under the title. */
  readonly subtitle?: Markup
  /** Beside the title. */
  readonly actions?: Markup
  readonly notice?: Notice | undefined
  /** Whether the notice tells of what was done on the page before. */
  readonly isLeft?: boolean
  /** An answer to a request that failed: what was typed is still kept by the browser. */
  readonly hasFailed?: boolean
}

const head = (title: string, view = '') => html`<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${view ? `${view}: ` : ''}${title} · Probity</title>
<link rel="icon" href="${assetPaths.icon}" type="image/svg+xml">
<link rel="stylesheet" href="${assetPaths.style}">
<script src="${assetPaths.script}" defer></script>
</head>`

const brand = html`<span class="brand"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 2 4 5.2v6.1c0 5 3.4 8.9 8 10.7 4.6-1.8 8-5.7 8-10.7V5.2z"/><path class="tick" d="m8.2 11.9 2.7 2.7 5-5.2"/></svg>Probity</span>`

/** `isLeft`: by the page before. Reading and the keyboard go on from it, past the menu. */
const noticeOf = (notice: Notice | undefined, isLeft = false): Markup =>
  notice
    ? html`<p class="notice ${notice.kind}" role="${notice.kind === 'bad' ? 'alert' : 'status'}"${isLeft ? html` tabindex="-1" autofocus` : nothing}>${notice.text}</p>`
    : nothing

/** `current`: the path of the page's navigation entry. `isLive`: it updates without a reload. */
type Around = {
  readonly signedIn: SignedIn
  readonly mode: Mode
  readonly entries: readonly Entry[]
  readonly current: string
  readonly isLive?: boolean
}

/** Seconds between two updates of a live page. */
const refreshEvery = 10

/** A page for signed-in users. */
export const frame = (
  { title, view, content, subtitle = nothing, actions = nothing, notice, isLeft = false, hasFailed = false }: PageParts,
  { signedIn, mode, entries, current, isLive = false }: Around,
): Markup => {
  const links = (section: Entry['section']) => {
    const own = entries.filter((entry) => entry.section === section)
    const link = ({ path, title }: Entry) =>
      html`<li><a href="${path}"${path === current ? html` aria-current="page"` : ''}>${title}</a></li>`
    return own.length === 0 ? nothing : html`<h2>${section}</h2><ul>${own.map(link)}</ul>`
  }
  const choice = modeSwitch({ mode, token: signedIn.session.token, path: current })
  const menu = html`${choice}${links('Work')}${links('Desk')}${links('Settings')}`
  const above = entries.find(({ path }) => path === current)
  const parent = above && above.title !== title ? html`<p class="parent"><a href="${above.path}">${above.title}</a></p>` : nothing
  const person = html`<form class="person" method="post" action="/sign-out">${formFields(signedIn.session.token)}
<a href="/profile"${current === '/profile' ? html` aria-current="page"` : ''}><strong>${signedIn.user.name}</strong><span>${signedIn.user.email}</span></a>
<button class="link">Sign out</button></form>`
  return withSignsShown(html`<!doctype html>
<html lang="en">${head(title, view)}
<body class="framed" data-user="${signedIn.user.id}"${hasFailed ? html` data-failed` : nothing}>
<a class="skip" href="#main">Skip to the content</a>
<header class="bar"><a href="/" aria-label="Probity, overview">${brand}</a>
<details class="menu"><summary>Menu</summary><nav aria-label="Menu">${menu}${person}</nav></details></header>
<aside class="side"><a href="/" aria-label="Probity, overview">${brand}</a><nav aria-label="Main">${menu}</nav>${person}</aside>
<main id="main" tabindex="-1">
<header class="title"><div>${parent}<h1>${title}</h1>${subtitle}</div><div class="actions">${actions}</div></header>
${noticeOf(notice, isLeft)}
${isLive ? html`<div data-live="page" data-refresh="${refreshEvery}">${content}</div>` : content}
</main>
</body></html>`)
}

/** A page before sign-in, or one with only a message. */
export const plainFrame = ({
  title,
  content,
  subtitle = nothing,
  notice,
  isWide = false,
}: Omit<PageParts, 'actions'> & { readonly isWide?: boolean }): Markup =>
  withSignsShown(html`<!doctype html>
<html lang="en">${head(title)}
<body class="plain${isWide ? ' wide' : ''}"${notice?.kind === 'bad' ? html` data-failed` : nothing}>
<main id="main"><div class="panel">${brand}<h1>${title}</h1>${subtitle}${noticeOf(notice)}${content}</div></main>
</body></html>`)
