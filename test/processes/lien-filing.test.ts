// What an e-filing vendor is given and asked, what becomes of each of its answers, and what it is left alone with.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { LienEvent } from '../../src/events/lien.ts'
import type { Filing, FilingSource, FilingStatus } from '../../src/evidence/filing/filing-source.ts'
import { lienFiling } from '../../src/processes/lien-filing.ts'
import { lienRequest } from '../commands/liens.ts'
import { type Dependencies, openEveryWay } from './every-way.ts'

const { inEveryWay, failing, close } = await openEveryWay()
test.after(close)

const id = '0198c0de-0000-7000-8000-000000000001'
const terminationId = '0198c0de-0000-7000-8000-000000000002'
const aggregate = 'lien'
const pollMs = 60_000

const party = {
  id,
  organization_name: null,
  first_name: 'Ann',
  last_name: 'Doe',
  addresses: [
    {
      full_address: '1 Main St, Salem, OR 97301',
      address_line1: '1 Main St',
      address_line2: null,
      city: 'Salem',
      state: 'OR',
      postal_code: '97301',
    },
  ],
}
type Requested = Extract<LienEvent, { type: 'LienRequested' }>['data']
const requested = (change: Partial<Requested> = {}): LienEvent => ({
  type: 'LienRequested',
  data: lienRequest(id, {
    debtors: [party],
    secured_parties: [party],
    collateral: 'All assets',
    loan_principal_amount_cents: 100,
    ...change,
  }),
})
const started = (reference: string | null = 'V-1'): LienEvent => ({ type: 'LienFulfilmentStarted', data: { reference } })
const filed = (file_number: string | null = '77'): LienEvent => ({
  type: 'LienFiled',
  data: { file_number, confirmation_number: 'C-9', filing_date: '2026-11-21', lapse_date: '2031-11-21' },
})
const reflected = (file_number: string | null = '77'): LienEvent => ({
  type: 'LienReflected',
  data: { file_number, reflected_on: '2026-11-22' },
})
const terminationRequested: LienEvent = { type: 'LienTerminationRequested', data: { termination_id: terminationId, packet_number: 'P-2' } }
const terminationStarted = (reference: string | null = 'V-2'): LienEvent => ({ type: 'LienTerminationStarted', data: { reference } })
const completed = (file_number: string | null, terminated_on: string): LienEvent => ({
  type: 'LienTerminationCompleted',
  data: { file_number, terminated_on },
})
const lapsed: LienEvent = { type: 'LienLapsed', data: { lapse_date: '2031-11-21' } }
const open = [requested(), started(), filed(), reflected()]

const told = (status: FilingStatus['status'], change: Partial<FilingStatus> = {}): FilingStatus => ({
  status,
  file_number: '77',
  confirmation_number: 'C-9',
  date: '2026-11-21',
  reason: null,
  ...change,
})

type Vendor = { readonly submitted: Filing[]; readonly asked: string[]; readonly source: FilingSource }

/** @param answer to every question about a filing; none: it may not be asked */
const vendor = (answer?: FilingStatus | Error): Vendor => {
  const submitted: Filing[] = []
  const asked: string[] = []
  return {
    submitted,
    asked,
    source: {
      submit: async (filing) => {
        submitted.push(filing)
        if (answer instanceof Error) throw answer
        return filing.kind === 'filing' ? 'V-1' : 'V-2'
      },
      status: async (reference, kind) => {
        asked.push(`${kind} ${reference}`)
        if (answer instanceof Error) throw answer
        return answer ?? (assert.unreachable('nothing may be asked') as never)
      },
      pollMs,
    },
  }
}
const through =
  ({ source }: Vendor) =>
  (dependencies: Dependencies) =>
    lienFiling({ ...dependencies, filing: source })

type Row = readonly [
  what: string,
  history: readonly LienEvent[],
  answer: FilingStatus | undefined,
  leadsTo: readonly LienEvent[],
  again?: number,
]

const rows: readonly Row[] = [
  ['a request is handed over', [requested()], undefined, [started('V-1')]],
  ['a filing that waits is asked about again', [requested(), started()], told('pending'), [], pollMs],
  ['a filing that was made is recorded, and asked about again', [requested(), started()], told('filed'), [filed()], pollMs],
  [
    'a filing without a date was made today',
    [requested(), started()],
    told('filed', { date: null }),
    [
      {
        type: 'LienFiled',
        data: { file_number: '77', confirmation_number: 'C-9', filing_date: '2026-11-22', lapse_date: '2031-11-22' },
      },
    ],
    pollMs,
  ],
  ['a filing that the index shows is recorded and reflected', [requested(), started()], told('open'), [filed(), reflected()]],
  [
    'a returned filing says why',
    [requested(), started()],
    told('returned', { reason: 'wrong county' }),
    [{ type: 'LienReturned', data: { reason: 'wrong county' } }],
  ],
  [
    'a returned filing without a reason says so',
    [requested(), started()],
    told('returned'),
    [{ type: 'LienReturned', data: { reason: 'the filing office gave no reason' } }],
  ],
  ['a termination is handed over', [...open, terminationRequested], undefined, [terminationStarted('V-2')]],
  [
    'a termination waits for the file number',
    [requested(), started(), filed(null), reflected(null), terminationRequested],
    undefined,
    [],
    pollMs,
  ],
  ['a termination that waits is asked about again', [...open, terminationRequested, terminationStarted()], told('pending'), [], pollMs],
  [
    'a termination that was made is completed',
    [...open, terminationRequested, terminationStarted()],
    told('filed', { file_number: '78' }),
    [completed('78', '2026-11-21')],
  ],
  [
    'a termination without a date was made today',
    [...open, terminationRequested, terminationStarted()],
    told('open', { date: null }),
    [completed('77', '2026-11-22')],
  ],
]
for (const [what, history, answer, leadsTo, again = null] of rows)
  test(`${what}, however it is delivered`, async () => {
    const asked = vendor(answer)
    await inEveryWay({ aggregate, history, process: through(asked), leadsTo, again })
    assert.equal(
      [...new Set(asked.submitted.map((filing) => filing.id))].length,
      asked.submitted.length > 0 ? 1 : 0,
      'the vendor sees one id, its idempotency key',
    )
  })

const leftAlone: readonly (readonly [what: string, history: readonly LienEvent[]])[] = [
  ['a lien of the test side', [requested({ mode: 'test' })]],
  ['a test filing under way', [requested({ mode: 'test' }), started()]],
  ['a filing that a person makes at the desk', [requested(), started(null)]],
  ['a termination that a person makes at the desk', [...open, terminationRequested, terminationStarted(null)]],
]
for (const [what, history] of leftAlone)
  test(`the vendor hears nothing of ${what}`, async () => {
    const asked = vendor()
    await inEveryWay({ aggregate, history, process: through(asked), leadsTo: [] })
    assert.equal([asked.submitted, asked.asked], [[], []])
  })

/** An event that is delivered late, when more has happened. */
const late: readonly (readonly [what: string, event: LienEvent, since: readonly LienEvent[]])[] = [
  ['a request that was handed over', requested(), [started()]],
  ['a filing that is in the index', started(), [filed(), reflected()]],
  ['a filing whose termination is under way', started(), [filed(), reflected(), terminationRequested, terminationStarted()]],
  ['a filing that has lapsed', started(), [filed(), reflected(), lapsed]],
  ['a termination that was handed over', terminationRequested, [terminationStarted()]],
  ['a termination that is complete', terminationStarted(), [completed('78', '2026-11-21')]],
]
for (const [what, event, since] of late)
  test(`the vendor is not asked again for ${what}`, async () => {
    const before = event.type === 'LienRequested' ? [] : event.type === 'LienFulfilmentStarted' ? [requested()] : open
    const terminating = event.type === 'LienTerminationStarted' ? [terminationRequested] : []
    const history = [...before, ...terminating, event, ...since]
    const asked = vendor()
    const at = before.length + terminating.length
    await inEveryWay({ aggregate, history, delivered: at, process: through(asked), leadsTo: [] })
    assert.equal([asked.submitted, asked.asked], [[], []])
  })

test('a filing that was recorded at the desk and then returned stays as it is', async () => {
  const history = [requested(), started(), filed()]
  await inEveryWay({ aggregate, history, delivered: 1, process: through(vendor(told('returned'))), leadsTo: [] })
})

test('a filing without a date keeps the day on which it was recorded, and is asked about again', async () => {
  const history = [requested(), started(), filed()]
  const asked = vendor(told('filed', { date: null }))
  await inEveryWay({ aggregate, history, delivered: 1, process: through(asked), leadsTo: [], again: pollMs })
})

test('a filing that was recorded and is in the index now is reflected', async () => {
  const history = [requested(), started(), filed()]
  await inEveryWay({ aggregate, history, delivered: 1, process: through(vendor(told('open'))), leadsTo: [reflected()] })
})

test('a vendor that fails leaves nothing half done, and the failure is told', async () => {
  const down = vendor(new Error('503 from the vendor'))
  for (const history of [[requested()], [requested(), started()], [...open, terminationRequested]])
    assert.is(await failing({ aggregate, history, process: through(down) }), '503 from the vendor')
})

test('without a vendor nothing is handed over', async () => {
  for (const history of [[requested()], [requested(), started()], [...open, terminationRequested]])
    await inEveryWay({ aggregate, history, process: (dependencies) => lienFiling({ ...dependencies, filing: null }), leadsTo: [] })
})

test('the vendor is given the parties, the collateral and the amount; a termination is a filing of its own that names the one it ends', async () => {
  const asked = vendor()
  await inEveryWay({ aggregate, history: [requested()], process: through(asked), leadsTo: [started('V-1')] })
  const [filing] = asked.submitted
  assert.equal(
    [filing?.id, filing?.packet_number, filing?.initial_file_number, filing?.collateral, filing?.loan_principal_amount_cents],
    [id, 'P-1', null, 'All assets', 100],
  )
  assert.equal(filing?.debtors, [{ organization_name: null, first_name: 'Ann', last_name: 'Doe', addresses: party.addresses }])
  const ending = vendor()
  await inEveryWay({ aggregate, history: [...open, terminationRequested], process: through(ending), leadsTo: [terminationStarted('V-2')] })
  const [termination] = ending.submitted
  assert.equal([termination?.id, termination?.packet_number, termination?.initial_file_number], [terminationId, 'P-2', '77'])
})

test('nothing is filed under a name that was erased', async () => {
  const history = [requested({ debtors: [{ ...party, first_name: '[erased]' }] })]
  const message = `the name of a debtor of lien ${id} was erased: nothing can be filed under it`
  assert.is(await failing({ aggregate, history, process: through(vendor()) }), message)
})

test('a returned termination is not asked about for ever: it fails, with the reason, for the operator to see', async () => {
  const history = [...open, terminationRequested, terminationStarted()]
  for (const [reason, why] of [
    ['wrong county', 'wrong county'],
    [null, 'it gave no reason'],
  ] as const)
    assert.is(
      await failing({ aggregate, history, process: through(vendor(told('returned', { reason }))) }),
      `the filing office returned the termination: ${why}; file it and record it at the desk`,
    )
})

test.run()
