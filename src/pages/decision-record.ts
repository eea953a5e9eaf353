// All that the decision on a business rests on, below its data: the reasons with their findings, how each difference of owners was resolved, and the
// notice for the applicant, to issue and to download.
import { html } from 'hono/html'
import type { z } from 'zod'
import type { BusinessDocument } from '../inner/businesses.ts'
import { decisionOf, issueNotice, noticeOf } from '../inner/decisions.ts'
import { attachment } from '../inner/framework/attachment.ts'
import type { ProbityContext } from '../inner/framework/environment.ts'
import type { BusinessDecision } from '../interface/records/decision.ts'
import { discrepancyText } from '../interface/resources/ownership.ts'
import { fileName, pdfFile } from './business/files.ts'
import { openBadge } from './business/found-owners.ts'
import { businessesPath, ownBusiness } from './business/frame.ts'
import { may } from './framework/access.ts'
import { confirmed } from './framework/confirmed.ts'
import { formFields } from './framework/forms.ts'
import { badge, card, type Markup, nothing, time } from './framework/markup.ts'
import type { Page, Pages } from './framework/pages.ts'

const path = '/businesses/:id/notice'

type Decided = z.output<typeof BusinessDecision>

const mount = (pages: Pages) => {
  const { get, post, goOn, inner, api } = pages
  const what = 'notice'

  post(path, { access: 'write', back: '/businesses/:id' }, async (c) => {
    const { id } = await ownBusiness(pages, c)
    await issueNotice(inner, c, id)
    return goOn(c, `${businessesPath}/${id}`, { kind: 'good', text: 'The notice is recorded. Download it below; it is sent to nobody.' })
  })

  get(`${path}/text`, 'read', async (c) => {
    const { id, name } = await ownBusiness(pages, c)
    const { text } = await noticeOf(inner, c, id)
    const content_type = 'text/plain; charset=UTF-8'
    return attachment(c, { filename: fileName({ name, what }, 'txt'), content_type }, new TextEncoder().encode(text))
  })

  get(`${path}/pdf`, 'read', async (c) => {
    const { id, name, mode } = await ownBusiness(pages, c)
    const file = await api.file(c, { method: 'GET', path: `/v1/businesses/${id}/decision/notice/pdf`, mode })
    return pdfFile(c, { name, what }, file)
  })
}

const onBusiness: Page['onBusiness'] = async ({ inner }, c, document) => {
  const decided = await decisionOf(inner, c, document.id)
  const parts = [reasons(decided), resolutions(document, decided), notice(c, decided)].filter((part) => part !== nothing)
  return parts.length > 0 ? card('What the decision rests on', html`${parts}`) : nothing
}

const reasons = ({ decision }: Decided): Markup =>
  decision && decision.reasons.length > 0
    ? html`<h3>Reasons</h3><ol>${decision.reasons.map(
        ({ text, findings }) =>
          html`<li>${text}${findings.length > 0 ? html`<br><span class="quiet">${findings.map(({ label }) => label).join('; ')}</span>` : nothing}</li>`,
      )}</ol>`
    : nothing

const resolutions = (document: BusinessDocument, { business_id, discrepancies }: Decided): Markup => {
  if (discrepancies.length === 0) return nothing
  const one = ({ resolution, resolved_by, ...each }: Decided['discrepancies'][number]): Markup =>
    html`<li>${discrepancyText(document, each)} ${
      resolution
        ? html`${badge('success', 'Resolved')} ${time(resolution.at)} ${resolution.cause === 'data' ? 'by newer data' : html`by ${resolved_by?.name ?? 'a person'}: “${resolution.reason ?? 'Erased'}”`}`
        : openBadge(each)
    }</li>`
  return html`<h3>Differences of owners</h3><ul>${discrepancies.map(one)}</ul><p><a href="${businessesPath}/${business_id}/ownership">Owners and differences</a></p>`
}

const notice = (c: ProbityContext, { business_id, status, notice: issued }: Decided): Markup => {
  if (status !== 'rejected') return nothing
  const own = `${businessesPath}/${business_id}/notice`
  if (issued)
    return html`<h3>Notice for the applicant</h3><p>Issued ${time(issued.issued_at)} by ${issued.issued_by.name}. It was sent to nobody.</p>
<p class="row"><a class="button" href="${own}/pdf">Notice (PDF)</a><a class="button" href="${own}/text">Notice (text)</a></p>`
  const signedIn = c.get('signedIn')
  if (!may(signedIn, 'write')) return html`<h3>Notice for the applicant</h3><p class="quiet">None was issued.</p>`
  return html`<h3>Notice for the applicant</h3><p class="quiet">None was issued. It states the first four reasons; one without specific reasons cannot be issued.</p>
${confirmed('Issue the notice', {
  action: own,
  hidden: formFields(signedIn.session.token),
  about: 'of this rejection',
  question: 'The notice of this rejection is written and recorded. It cannot be changed afterwards, and it is sent to nobody.',
})}`
}

export const decisionRecordPage: Page = { entry: null, needs: '/v1/businesses/:business_id/decision', mount, onBusiness }
