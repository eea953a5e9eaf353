// What is handed to an e-filing vendor, and what is not.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { StoredEvent } from '../../src/events/catalogue.ts'
import type { Filing, FilingSource } from '../../src/evidence/filing/filing-source.ts'
import { lienFiling } from '../../src/processes/lien-filing.ts'
import type { Delivery } from '../../src/processes/process.ts'
import { context } from '../stores/log.ts'

const id = '0198c0de-0000-7000-8000-000000000001'

const request = (first_name: string) => ({
  lien_id: id,
  mode: 'live',
  state: 'OR',
  packet_number: 'P-1',
  debtors: [{ id, organization_name: null, first_name, last_name: 'Doe', addresses: [] }],
  secured_parties: [],
})

const handOver = async (first_name: string): Promise<readonly Filing[]> => {
  const submitted: Filing[] = []
  const filing: FilingSource = {
    submit: async (each) => {
      submitted.push(each)
      return 'V-1'
    },
    status: () => assert.unreachable('nothing was asked') as never,
    pollMs: 1_000,
  }
  const { on } = lienFiling({
    handle: async () => ({ position: null, revision: -1n }) as never,
    load: async () => ({ status: 'created', request: request(first_name), file_number: null, termination: null }) as never,
    now: () => new Date(),
    filing,
  })
  const delivery: Delivery = { count: 1, context: () => context(), signal: new AbortController().signal }
  await on.LienRequested?.({ stream: `lien-${id}` } as StoredEvent<'LienRequested'>, delivery)
  return submitted
}

test('a filing names its debtors', async () => {
  const [filing] = await handOver('Ann')
  assert.is(filing?.debtors[0]?.first_name, 'Ann')
})

test('nothing is filed under a name that was erased', async () => {
  const failure = await handOver('[erased]').then(
    () => assert.unreachable('it was filed'),
    (error: Error) => error.message,
  )
  assert.is(failure, `the name of a debtor of lien ${id} was erased: nothing can be filed under it`)
})

/** What becomes of a termination that the vendor tells was returned. */
const afterReturn = (status: 'pending' | 'completed') => {
  const { on } = lienFiling({
    handle: () => assert.unreachable('nothing is recorded') as never,
    load: async () => ({ status: 'closing', request: request('Ann'), file_number: '77', termination: { id, status } }) as never,
    now: () => new Date(),
    filing: {
      submit: () => assert.unreachable('nothing is filed') as never,
      status: async () => ({ status: 'returned', reason: 'wrong county' }) as never,
      pollMs: 1_000,
    },
  })
  const delivery: Delivery = { count: 1, context: () => context(), signal: new AbortController().signal }
  const event = { stream: `lien-${id}`, data: { reference: 'V-2' } } as StoredEvent<'LienTerminationStarted'>
  return on.LienTerminationStarted?.(event, delivery)
}

test('a termination that the filing office returned is not asked about for ever: it fails, with the reason, for the operator to see', async () => {
  const failure = await afterReturn('pending')?.then(
    () => 'it was asked about again',
    (error: Error) => error.message,
  )
  assert.is(failure, 'the filing office returned the termination: wrong county; file it and record it at the desk')
})

test('a returned termination that was recorded at the desk is done', async () => {
  assert.is(await afterReturn('completed'), undefined)
})

test.run()
