// Forms: read once, and believed only when they come from a page of this service in the browser that they were made for (against CSRF).
import { hash, timingSafeEqual } from 'node:crypto'
import { html } from 'hono/html'
import { readBytes } from '../body.ts'
import type { ProbityContext } from '../environment.ts'
import { badRequest, forbidden } from '../errors.ts'
import type { Markup } from './markup.ts'

export type FormFields = {
  /** Without white space around it; '' when it was not sent. */
  readonly text: (name: string) => string
  /** As it was typed: for passwords. */
  readonly raw: (name: string) => string
  readonly all: (name: string) => readonly string[]
  /** Made when the form was: the same when a button is pressed twice. */
  readonly key: string
}

const largest = 256 * 1024

/** What a form carries for a browser that holds this secret in a cookie. */
export const formToken = (secret: string): string => hash('sha256', `form/${secret}`, 'base64url')

/** The hidden fields of every form. */
export const formFields = (secret: string): Markup => html`<input type="hidden" name="form_token" value="${formToken(secret)}">
<input type="hidden" name="form_key" value="${crypto.randomUUID()}">`

/** @throws ApiError 403 when the form comes from elsewhere, 400 when it is none */
export const readForm = async (c: ProbityContext, secret: string | undefined): Promise<FormFields> => {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(c.req.header('content-type') ?? '')) throw badRequest('a form was expected')
  if (isForeign(c)) throw forbidden('this form was sent from another site')
  const fields = new URLSearchParams((await readBytes(c, largest)).toString('utf8'))
  const shown = Buffer.from(fields.get('form_token') ?? '')
  const wanted = Buffer.from(formToken(secret ?? ''))
  if (secret === undefined || shown.length !== wanted.length || !timingSafeEqual(shown, wanted))
    throw forbidden('this form has expired: go back, load the page again and repeat')
  return {
    text: (name) => (fields.get(name) ?? '').trim(),
    raw: (name) => fields.get(name) ?? '',
    all: (name) => fields.getAll(name),
    key: fields.get('form_key') ?? '',
  }
}

/** Browsers say where a form comes from, and no page can make them say something else. */
const isForeign = (c: ProbityContext): boolean => {
  const site = c.req.header('sec-fetch-site')
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  const origin = c.req.header('origin')
  const host = c.req.header('host')
  return origin !== undefined && host !== undefined && URL.parse(origin)?.host !== host
}
