// The fields of a trial on all businesses: the watchlist threshold, and another version of each screening list that is held in several.
import { html } from 'hono/html'
import type { ListTrials } from '../inner/list-trials.ts'
import { badRequest } from '../interface/errors.ts'
import type { NewPolicyTrial } from '../interface/policy-trials.ts'
import type { FormFields } from './framework/forms.ts'
import { type Markup, nothing } from './framework/markup.ts'
import type { Mode } from './framework/mode.ts'

/** Test businesses are screened against made-up lists, which have no versions. `given`: what a form that is shown again holds. */
export const trialFields = ({ heldLists }: ListTrials, mode: Mode, given: FormFields['text'] = () => ''): Markup => {
  const held = mode === 'live' ? heldLists() : []
  const lists = [...new Set(held.filter(({ isInUse }) => !isInUse).map(({ list }) => list))]
  const choice = (list: string) => {
    const versions = held.filter((each) => each.list === list)
    const inUse = versions.find(({ isInUse }) => isInUse)
    const others = versions.filter(({ isInUse }) => !isInUse)
    return html`<label>${versions[0]?.title ?? list}<select name="list.${list}"><option value="">${inUse ? `In use: ${inUse.version}` : 'Not in use'}</option>${others.map(({ version }) => html`<option value="${version}"${version === given(`list.${list}`) ? html` selected` : nothing}>${version}</option>`)}</select></label>`
  }
  return html`<label>Watchlist threshold (optional)<input name="threshold" value="${given('threshold')}" inputmode="decimal" placeholder="${mode === 'live' ? '0.5 to 1' : '0.85 to 1'}"></label>${lists.length > 0 ? lists.map(choice) : nothing}`
}

/** @throws ApiError 400 */
export const screeningIn = (
  fields: FormFields,
  { heldLists }: ListTrials,
): Pick<NewPolicyTrial, 'watchlist_threshold' | 'list_versions'> => {
  const text = fields.text('threshold').trim()
  const score = Number(text)
  if (text !== '' && !(score >= 0.5 && score <= 1)) throw badRequest('the watchlist threshold must be a number from 0.5 to 1', 'threshold')
  const list_versions = [...new Set(heldLists().map(({ list }) => list))].flatMap((list) => {
    const version = fields.text(`list.${list}`)
    return version === '' ? [] : [{ list, version }]
  })
  return { watchlist_threshold: text === '' ? null : score, list_versions }
}
