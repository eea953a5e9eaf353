// Reads forms. Accepts only forms from this service's own pages, sent by the browser they were made for (CSRF protection).
import { hash, timingSafeEqual } from 'node:crypto'
import { html } from 'hono/html'
import { hashApart, readBytes } from '../../inner/framework/body.ts'
import type { ProbityContext } from '../../inner/framework/environment.ts'
import { badRequest, forbidden } from '../../interface/errors.ts'
import type { Markup } from './markup.ts'
import { beginning, keptFileName, typedText } from './typed-text.ts'

export type FormFields = {
  /** Trimmed, and at most `most` characters of it; '' when absent. */
  readonly text: (name: string, most?: number) => string
  /** Not trimmed, for passwords. */
  readonly raw: (name: string) => string
  readonly all: (name: string) => readonly string[]
  readonly has: (name: string) => boolean
  /** An uploaded file, by a name fit to keep. @returns undefined when none was chosen */
  readonly file: (name: string) => { readonly name: string; readonly type: string; readonly content: () => Promise<Buffer> } | undefined
  /** A key made with the form, the same when the button is pressed twice. */
  readonly key: string
  /** The user's own input: no files, and no hidden fields that every form has. */
  readonly typed: () => readonly (readonly [name: string, value: string])[]
  /** Of the key, what was typed and the attached files: the same where a form is sent again as it was, another where something was changed. */
  readonly fingerprint: () => Promise<string>
}

/** Limits in bytes, for forms without and with a file. */
const largest = { plain: 256 * 1024, withFile: 55 * 1024 * 1024 }

/** The form token for a browser with this secret in its cookie. */
export const formToken = (secret: string): string => hash('sha256', `form/${secret}`, 'base64url')

/** The hidden fields of every form. */
export const formFields = (secret: string): Markup => html`<input type="hidden" name="form_token" value="${formToken(secret)}">
<input type="hidden" name="form_key" value="${crypto.randomUUID()}">`

const carried: readonly string[] = ['form_token', 'form_key', 'form_kept']

/**
 * @param earlier form tokens that are still valid
 * @throws ApiError 403 when the form comes from elsewhere, 400 when the body is not a form
 */
export const readForm = async (c: ProbityContext, secret: string | undefined, earlier: readonly string[] = []): Promise<FormFields> => {
  const type = c.req.header('content-type') ?? ''
  const isPlain = /^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)
  if (!isPlain && !/^multipart\/form-data\s*;/i.test(type)) throw badRequest('a form was expected')
  if (isForeign(c)) throw forbidden('this form was sent from another site')
  const bytes = await readBytes(c, isPlain ? largest.plain : largest.withFile)
  const fields = isPlain ? new URLSearchParams(bytes.toString('utf8')) : await multipart(bytes, type)
  const text = (name: string): string => {
    const value = fields.get(name)
    return typeof value === 'string' ? value : ''
  }
  const shown = Buffer.from(text('form_token'))
  const isShown = (token: string) => shown.length === Buffer.byteLength(token) && timingSafeEqual(shown, Buffer.from(token))
  if (secret === undefined || ![formToken(secret), ...earlier].some(isShown))
    throw forbidden('this form has expired: go back, load the page again and repeat')
  const typed = () => [...fields].filter((field): field is [string, string] => typeof field[1] === 'string' && !carried.includes(field[0]))
  const attached = () =>
    Promise.all(
      [...fields].map(async ([name, value]) =>
        typeof value === 'string' ? [] : [name, value.name, value.type, await hashApart(await value.arrayBuffer())],
      ),
    )
  return {
    text: (name, most = Number.POSITIVE_INFINITY) => beginning(typedText(text(name)).trim(), most),
    raw: text,
    all: (name) => fields.getAll(name).filter((value) => typeof value === 'string'),
    has: (name) => fields.has(name),
    file: (name) => {
      const value = fields.get(name)
      if (value === null || typeof value === 'string' || value.name === '') return undefined
      return { name: keptFileName(value.name), type: value.type, content: async () => Buffer.from(await value.arrayBuffer()) }
    },
    key: text('form_key'),
    typed,
    fingerprint: async () => hash('sha256', JSON.stringify([text('form_key'), typed(), await attached()])),
  }
}

const multipart = async (bytes: Buffer, type: string): Promise<FormData> => {
  try {
    return await new Response(new Uint8Array(bytes), { headers: { 'Content-Type': type } }).formData()
  } catch {
    throw badRequest('the form is incomplete')
  }
}

/** Browsers report the origin of a form, and no page can forge it. */
const isForeign = (c: ProbityContext): boolean => {
  const site = c.req.header('sec-fetch-site')
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  const origin = c.req.header('origin')
  if (origin === undefined) return false
  // Browsers send `null` for a page under `Referrer-Policy: no-referrer`, which a proxy may set.
  if (origin === 'null' && site === 'same-origin') return false
  // No other site can set either header; a proxy may have changed the first.
  const hosts = [c.req.header('host'), c.req.header('x-forwarded-host')].filter((host) => host !== undefined)
  return hosts.length > 0 && !hosts.includes(URL.parse(origin)?.host ?? '')
}
