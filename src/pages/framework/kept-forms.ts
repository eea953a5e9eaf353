// Keeps a form that was sent after its session expired: encrypted during sign-in, then shown again with its input. Other people may see the sign-in
// page, so it reveals nothing of the form. Only the user who filled it in can open it.
import { html } from 'hono/html'
import { sealedValues } from '../../auth/sealed-values.ts'
import type { FormState, Sent } from './fields.ts'
import { type FormFields, formFields } from './forms.ts'
import { plainFrame } from './layout.ts'
import type { Markup } from './markup.ts'

export type KeptForm = {
  readonly userId: string
  /** The path that the form was sent to. */
  readonly path: string
  readonly typed: ReturnType<FormFields['typed']>
  /** Whether the form may have had a file, which the user must choose again. */
  readonly hasFile: boolean
}

export type KeptForms = {
  /** @returns null when the form is too long to keep */
  readonly seal: (kept: KeptForm, now: Date) => string | null
  /** @returns null when it is invalid, another user's, or too old */
  readonly open: (sealed: string, userId: string, now: Date) => KeptForm | null
}

/** In bytes. Encryption adds a third, and the result must fit into the sign-in form. */
const longest = 128 * 1024
const lifetimeMs = 24 * 3600_000

/** @param secret the same on every instance */
export const keptForms = (secret: Uint8Array): KeptForms => {
  const sealed = sealedValues<KeptForm>(secret, 'forms kept over the sign-in')
  return {
    seal: (kept, now) => (Buffer.byteLength(JSON.stringify(kept)) > longest ? null : sealed.seal(kept, now.getTime() + lifetimeMs)),
    open: (text, userId, now) => {
      const kept = sealed.open(text, now)
      return kept?.userId === userId ? kept : null
    },
  }
}

/** The hidden field with the kept form. */
export const keptField = (sealed: string | undefined): Markup =>
  sealed ? html`<input type="hidden" name="form_kept" value="${sealed}">` : ''

/** Leads a user back to the form after sign-in; a script presses the button. */
export const backToForm = ({ path }: KeptForm, sealed: string, token: string): Markup =>
  plainFrame({
    title: 'Signed in again',
    subtitle: html`<p class="lead">Your input was kept. It has not been sent yet.</p>`,
    content: html`<form method="post" action="${path}" class="stack" data-go-on>${formFields(token)}${keptField(sealed)}
<button class="primary" autofocus>Back to the form</button></form>`,
  })

/** The form with its input, to review and send: after a new sign-in, or after a fault of the service. */
export const keptBack = ({ typed, hasFile }: KeptForm, scope: string | undefined): Sent => {
  const values = (name: string) => typed.filter(([each]) => each === name).map(([, value]) => value)
  const formState: FormState = { value: (name) => values(name)[0] ?? '', values, problem: () => undefined, scope }
  const text = `Please review your input and send it.${hasFile ? ' Choose the file again.' : ''}`
  return { formState, notice: { kind: 'good', text } }
}
