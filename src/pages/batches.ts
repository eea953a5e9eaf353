// Batches: upload a CSV of businesses, follow its progress live, and see the rows with errors.
import { html, raw } from 'hono/html'
import type { z } from 'zod'
import { firstWrongRows, type WrongRow, wrongCounts } from '../inner/business-batches.ts'
import { attachment } from '../inner/framework/attachment.ts'
import type { ProbityContext } from '../inner/framework/environment.ts'
import { badRequest } from '../interface/errors.ts'
import type { BusinessBatch } from '../interface/records/batches.ts'
import { may } from './framework/access.ts'
import { changes, refreshing } from './framework/changes.ts'
import { choice, evidenceChoices, formIn, input, type Sent, secretInput } from './framework/fields.ts'
import { formFields } from './framework/forms.ts'
import { apiList, listQuery, perPage } from './framework/lists.ts'
import { badge, card, count, counted, facts, type Markup, nothing, pager, sentence, table, time } from './framework/markup.ts'
import { modeOfForm } from './framework/mode.ts'
import type { Page, Pages } from './framework/pages.ts'

const path = '/batches'
type Batch = z.output<typeof BusinessBatch>
/** The page shows at most this many; the CSV has them all. */
const shownRows = 50

const columns: readonly (readonly [titles: readonly string[], what: string])[] = [
  [['name'], 'Required.'],
  [['address'], 'In one line. Required, unless it stands in parts. Further ones: address2 to address5.'],
  [
    ['address_line1', 'address_line2', 'address_city', 'address_state', 'address_postal_code'],
    'An address in parts. A further one: address2_line1 and so on.',
  ],
  [['tin', 'website', 'phone_number', 'external_id', 'unique_external_id'], 'One value each.'],
  [['person_name1', 'person_dob1'], 'A person and the date of birth, such as 1980-05-31. Further ones up to person_name9.'],
  [['tags'], 'Separated by semicolons.'],
]

const mount = ({ get, post, show, goOn, api, inner }: Pages) => {
  const overview = async (c: ProbityContext, sent?: Sent) => {
    const given = formIn(sent, 'batch', { mode: c.get('principal').mode })
    const { query, page } = listQuery(c)
    const { data, total_count: total } = await apiList<Batch>(api, c, { path: '/v1/business_batches', page })
    const wrongIn = await wrongCounts(
      inner,
      data.map(({ id }) => id),
    )
    const list = table(
      [
        {
          title: 'Name',
          kind: 'main',
          cell: ({ id, name, filename }) => html`<div><a href="${path}/${id}">${name}</a><br><span class="quiet">${filename}</span></div>`,
        },
        { title: 'Progress', cell: (batch) => progress(batch, wrongIn(batch.id)) },
        { title: 'Uploaded', cell: ({ created_at }) => time(created_at) },
      ],
      data,
      { caption: 'Batches, newest first', empty: 'No batches yet.' },
    )
    const form = may(c.get('signedIn'), 'write')
      ? card(
          'Upload a batch',
          html`<form method="post" action="${path}" enctype="multipart/form-data" class="row">${formFields(c.get('signedIn').session.token)}
${input(given, 'name', 'Name', { more: html` required maxlength="200"` })}${secretInput(given, 'csv', 'CSV file', { type: 'file', more: html` accept=".csv,text/csv"` })}
${choice(given, 'mode', 'Verify against', evidenceChoices)}<button class="primary">Upload</button></form>
<details class="more"><summary>Columns of the file</summary><p class="quiet">The first row has their titles. Other columns are passed over.</p>${facts(columns.map(([titles, what]) => [titles.join(', '), what]))}</details>`,
        )
      : nothing
    return show(
      c,
      path,
      {
        title: 'Batches',
        content: html`${form}${card('Batches', html`${list}${pager({ path, query, page, perPage, total })}`)}`,
      },
      sent,
    )
  }

  get(path, 'read', (c) => overview(c))

  const places = { name: 'name', filename: 'csv', csv: 'csv' }

  post(path, { access: 'write', scope: 'batch', places, again: overview }, async (c, form) => {
    const file = form.file('csv')
    if (!file) throw badRequest('choose a CSV file', 'csv')
    const body = { name: form.text('name'), filename: file.name, csv: (await file.content()).toString('base64') }
    const mode = modeOfForm(c, form)
    const batch = await api<Batch>(c, { method: 'POST', path: '/v1/business_batches', body, mode, idempotencyKey: form.key })
    return goOn(c, `${path}/${batch.id}`)
  })

  get(`${path}/:id`, 'read', async (c) => {
    const batch = await api<Batch>(c, { method: 'GET', path: own(c.req.param('id')) })
    const wrong = (await wrongCounts(inner, [batch.id]))(batch.id)
    const isRunning = batch.completed_business_count < batch.business_count
    const content = html`${isRunning ? raw(refreshing) : nothing}<div data-live="batch"${isRunning ? html` data-follow="${path}/${batch.id}/changes"` : ''}>
${card(
  'Progress',
  html`${progress(batch, wrong)}${facts([
    ['File', batch.filename],
    ['Uploaded', time(batch.created_at)],
  ])}
<p><a class="button" href="/businesses?batch=${batch.id}">Its businesses</a> <a class="button" href="${path}/${batch.id}/csv">Result as CSV</a></p>`,
)}${wrongRows(wrong, await firstWrongRows(inner, batch.id, shownRows))}</div>`
    return show(c, path, { title: batch.name, content })
  })

  get(`${path}/:id/csv`, 'read', async (c) => {
    const batch = await api<Batch>(c, { method: 'GET', path: own(c.req.param('id')) })
    const csv = await api.file(c, { method: 'GET', path: `${own(batch.id)}/csv` })
    return attachment(c, { filename: batch.filename, content_type: 'text/csv' }, csv)
  })

  get(`${path}/:id/changes`, 'read', async (c) => {
    const { id } = await api<Batch>(c, { method: 'GET', path: own(c.req.param('id')) })
    return changes(inner, c, `business_batch-${id}`)
  })
}

const own = (id = ''): string => `/v1/business_batches/${encodeURIComponent(id)}`

const failed = (wrong: number): Markup => badge('failed', `${counted(wrong, 'row')} with errors`)

/** Row numbers start at 1 and skip the header, as in a rejected upload. */
const wrongRows = (wrong: number, rows: readonly WrongRow[]): Markup =>
  wrong === 0
    ? nothing
    : card(
        'Rows with errors',
        html`<p>No businesses were created from these rows. Correct them and upload them again, without the other rows.</p>
${table(
  [
    { title: 'Row', cell: ({ row }) => count(row + 1) },
    { title: 'Errors', cell: ({ errors }) => errors.map(({ message }) => sentence(message)).join(' ') },
  ],
  rows,
  { caption: 'Rows with errors', empty: '' },
)}${wrong > rows.length ? html`<p class="quiet">Showing the first ${rows.length}. The CSV has all of them.</p>` : nothing}`,
        { id: 'wrong', aside: failed(wrong) },
      )

const progress = ({ business_count: all, completed_business_count: done }: Batch, wrong: number): Markup =>
  html`<div><progress max="${Math.max(all, 1)}" value="${done}" aria-label="Rows processed"></progress> ${count(done)} of ${count(all)} ${done >= all ? badge('completed') : badge('running')}${wrong > 0 ? failed(wrong) : nothing}</div>`

export const batchPages: Page = { entry: { path, title: 'Batches', section: 'Work' }, needs: '/v1/business_batches', mount }
