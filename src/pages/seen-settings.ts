// A form of settings says with a hidden field which settings its user saw, so that of two people who save, the second does not undo the first without
// knowing.
import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { html } from 'hono/html'
import { unprocessable } from '../interface/errors.ts'
import type { FormFields } from './forms.ts'
import type { Markup } from './markup.ts'

const digestOf = (settings: unknown): string => hash('sha256', JSON.stringify(settings), 'base64url')

/** @param settings as they stand, in the same order each time */
export const seenSettings = (settings: unknown): Markup => html`<input type="hidden" name="seen" value="${digestOf(settings)}">`

/**
 * Lets through what was seen, and what is so already: a form that is sent twice.
 * @throws ApiError 422
 */
export const requireSeen = (form: FormFields, { now, wanted }: { readonly now: unknown; readonly wanted: unknown }): void => {
  if (form.text('seen') === digestOf(now) || isDeepStrictEqual(now, wanted)) return
  throw unprocessable(
    'somebody has changed these settings since this page was opened, and yours were not saved: open the page again to see theirs, or save again to replace them',
  )
}
