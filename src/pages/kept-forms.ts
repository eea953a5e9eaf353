// A form that was sent after its session had ended: it goes through the sign-in with the person, sealed, and comes back filled in. The page in between
// may stand open on anybody's screen, so nothing of it can be read there; it opens for the user who wrote it and for nobody else.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { html } from 'hono/html'
import type { FormState, Sent } from './fields.ts'
import { type FormFields, formFields } from './forms.ts'
import { plainFrame } from './layout.ts'
import type { Markup } from './markup.ts'

export type KeptForm = {
  readonly userId: string
  /** Where it was sent to. */
  readonly path: string
  readonly typed: ReturnType<FormFields['typed']>
  /** Whether a file may have been chosen, which no page can choose again. */
  readonly hasFile: boolean
}

export type KeptForms = {
  /** @returns null when it is too long to be carried */
  readonly seal: (kept: KeptForm, now: Date) => string | null
  /** @returns null when it is none of ours, of somebody else, or too old */
  readonly open: (sealed: string, userId: string, now: Date) => KeptForm | null
}

/** In bytes; sealed it is a third longer, and the sign-in's own form has to hold it. */
const longest = 128 * 1024
const lifetimeMs = 24 * 3600_000

/** @param secret the same on every instance */
export const keptForms = (secret: Uint8Array): KeptForms => {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'forms kept over the sign-in', 32))
  return {
    seal: (kept, now) => {
      const text = Buffer.from(JSON.stringify({ ...kept, until: now.getTime() + lifetimeMs }))
      if (text.length > longest) return null
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const sealed = Buffer.concat([cipher.update(text), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    open: (sealed, userId, now) => {
      const bytes = Buffer.from(sealed, 'base64url')
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
        decipher.setAuthTag(bytes.subarray(12, 28))
        const text = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
        const { until, ...kept } = JSON.parse(text) as KeptForm & { readonly until: number }
        return kept.userId === userId && until > now.getTime() ? kept : null
      } catch {
        return null
      }
    },
  }
}

/** The field in which a form is carried. */
export const keptField = (sealed: string | undefined): Markup =>
  sealed ? html`<input type="hidden" name="form_kept" value="${sealed}">` : ''

/** Leads the person who has just signed in back to the form; a script presses the button for them. */
export const backToForm = ({ path }: KeptForm, sealed: string, token: string): Markup =>
  plainFrame({
    title: 'Signed in again',
    subtitle: html`<p class="lead">What you typed is still there. It has not been sent yet.</p>`,
    content: html`<form method="post" action="${path}" class="stack" data-go-on>${formFields(token)}${keptField(sealed)}
<button class="primary" autofocus>Back to the form</button></form>`,
  })

/** The form as it was typed, to be looked over and sent. */
export const keptBack = ({ typed, hasFile }: KeptForm, scope: string | undefined): Sent => {
  const values = (name: string) => typed.filter(([each]) => each === name).map(([, value]) => value)
  const given: FormState = { value: (name) => values(name)[0] ?? '', values, problem: () => undefined, scope }
  const text = `You are signed in again. Look over what you typed, and send it.${hasFile ? ' The file has to be chosen anew.' : ''}`
  return { given, notice: { kind: 'good', text } }
}
