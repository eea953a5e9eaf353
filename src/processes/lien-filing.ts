// Files live liens through an e-filing vendor, when one is configured: it hands over each filing and termination once, then asks about it until the
// state's index shows it. Without a vendor this does nothing, and a person files at the desk (npm run desk -- liens).
import type { Handle, Load } from '../commands/handler.ts'
import { type Lien, lien } from '../commands/lien.ts'
import { aggregateIdOf } from '../events/catalogue.ts'
import { unreadableDebtor } from '../events/lien.ts'
import type { Filing, FilingSource, FilingStatus } from '../evidence/filing/filing-source.ts'
import { later, type Process } from './process.ts'

type LienFilingDependencies = { handle: Handle; load: Load; now: () => Date; filing: FilingSource | null }

export const lienFiling = ({ handle, load, now, filing }: LienFilingDependencies): Process => {
  const liveLien = async (stream: string): Promise<Lien | undefined> => {
    const state = await load(lien, aggregateIdOf(stream))
    return state.status === 'none' || state.request.mode !== 'live' ? undefined : state
  }
  const today = () => now().toISOString().slice(0, 10)

  return {
    name: 'lien_filing',
    on: {
      LienRequested: async ({ stream }, delivery) => {
        const state = filing && (await liveLien(stream))
        if (!filing || state?.status !== 'created') return undefined
        const reference = await filing.submit(filingOf(state, 'filing'), delivery.signal)
        await handle(lien, aggregateIdOf(stream), { type: 'StartFulfilment', reference }, delivery.context('started'))
        return undefined
      },

      LienFulfilmentStarted: async ({ stream, data }, delivery) => {
        if (!filing || data.reference === null) return undefined
        const id = aggregateIdOf(stream)
        const state = await liveLien(stream)
        if (!state || state.status === 'open' || state.status === 'closing' || state.status === 'closed') return undefined
        const told = await filing.status(data.reference, 'filing', delivery.signal)
        if (told.status === 'returned') {
          const reason = told.reason ?? 'the filing office gave no reason'
          if (state.status === 'pending') await handle(lien, id, { type: 'ReturnFiling', reason }, delivery.context('returned'))
          return undefined
        }
        if (told.status !== 'pending' && state.status === 'pending')
          await handle(lien, id, recordFiling(told, today()), delivery.context('filed'))
        if (told.status !== 'open') return later(now(), filing.pollMs)
        await handle(lien, id, { type: 'Reflect', fileNumber: told.file_number, date: today() }, delivery.context('reflected'))
        return undefined
      },

      LienTerminationRequested: async ({ stream }, delivery) => {
        const state = filing && (await liveLien(stream))
        if (!filing || state?.termination?.status !== 'created') return undefined
        // The termination names the file number, so the filing must have one.
        if (state.file_number === null) return later(now(), filing.pollMs)
        const reference = await filing.submit(filingOf(state, 'termination'), delivery.signal)
        await handle(lien, aggregateIdOf(stream), { type: 'StartTermination', reference }, delivery.context('started'))
        return undefined
      },

      LienTerminationStarted: async ({ stream, data }, delivery) => {
        if (!filing || data.reference === null) return undefined
        const state = await liveLien(stream)
        if (state?.termination?.status !== 'pending') return undefined
        const told = await filing.status(data.reference, 'termination', delivery.signal)
        // It is not filed again automatically. It becomes a dead letter, and is done once the operator records it at the desk.
        if (told.status === 'returned')
          throw new Error(
            `the filing office returned the termination: ${told.reason ?? 'it gave no reason'}; file it and record it at the desk`,
          )
        if (told.status === 'pending') return later(now(), filing.pollMs)
        const command = { type: 'CompleteTermination' as const, fileNumber: told.file_number, date: told.date ?? today() }
        await handle(lien, aggregateIdOf(stream), command, delivery.context('completed'))
        return undefined
      },
    },
  }
}

const recordFiling = ({ file_number, confirmation_number, date }: FilingStatus, today: string) => ({
  type: 'RecordFiling' as const,
  fileNumber: file_number,
  confirmationNumber: confirmation_number,
  filingDate: date ?? today,
})

const filingOf = ({ request, file_number, termination }: Lien, kind: Filing['kind']): Filing => {
  const unreadable = unreadableDebtor(request)
  if (unreadable) throw new Error(`the name of a debtor of lien ${request.lien_id} was ${unreadable}: nothing can be filed under it`)
  // A termination has an id and a packet number of its own. There is none before the lien's own filing has been handed over.
  const { id, packet_number } = termination ?? { ...request, id: request.lien_id }
  return {
    id,
    kind,
    state: request.state,
    packet_number,
    initial_file_number: kind === 'termination' ? file_number : null,
    debtors: request.debtors.map(partyOf),
    secured_parties: request.secured_parties.map(partyOf),
    collateral: request.collateral,
    loan_principal_amount_cents: request.loan_principal_amount_cents,
    alternative_designation: request.alternative_designation,
  }
}

const partyOf = ({ organization_name, first_name, last_name, addresses }: Lien['request']['debtors'][number]) => ({
  organization_name,
  first_name,
  last_name,
  addresses: addresses.map(({ latitude, longitude, ...address }) => address),
})
