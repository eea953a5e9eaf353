// Measures how long it takes to work out who owns a business with many parties and cycles, and to draw the chart.
// Compared with writing the same record as JSON.
//   npm run bench -- ownership [--parties 1000] [--rounds 15]

import { emptyFile } from '../src/events/evidence-file.ts'
import type { OwnershipInterest, OwnershipParty } from '../src/events/ownership.ts'
import { ownershipResource } from '../src/interface/resources/ownership.ts'
import { ownershipChart } from '../src/pages/charts/ownership-chart.ts'
import type { BusinessDocument } from '../src/projections/businesses.ts'
import { medianMs } from './parts/median.ts'
import { parseOptions } from './parts/options.ts'

const options = { parties: { type: 'string', default: '1000' }, rounds: { type: 'string', default: '15' } } as const
const { values } = parseOptions({ options })
const [count, rounds] = [Number(values.parties), Number(values.rounds)]

const idOf = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`
const party = (number: number): OwnershipParty => ({
  id: idOf(number),
  type: number % 3 === 0 ? 'person' : 'business',
  name: `Party ${number}`,
  date_of_birth: null,
  country: null,
  lei: null,
  registration_number: null,
})
const interest = (owner: number, owned: number, percentage: number): OwnershipInterest => ({
  owner_id: idOf(owner),
  owned_id: idOf(owned),
  kind: 'ownership',
  percentage,
  since: null,
})

/** Each company has three owners; every seventh party holds a part of one above it, every tenth is held by one below it, which makes cycles. */
const numbers = Array.from({ length: count }, (_, index) => index + 1)
const interests = numbers.flatMap((number) => [
  interest(number, Math.floor(number / 3), 30),
  ...(number % 7 === 0 && number > 20 ? [interest(number - 10, number, 5)] : []),
  ...(number % 10 === 0 ? [interest(Math.floor(number / 9), number, 5)] : []),
])
const business = {
  id: idOf(0),
  submitted: { ownership: { parties: numbers.map(party), interests } } as BusinessDocument['submitted'],
  file: emptyFile,
}

const record = ownershipResource(business, [])
const baseline = await medianMs(rounds, async () => JSON.stringify(record))
const line = (what: string, took: number) =>
  console.log(`${what.padEnd(52)} ${took.toFixed(1).padStart(7)} ms   ${(took / baseline).toFixed(0)}`)
line(`the record of ${count} parties as JSON`, baseline)
line('percentages, control and the 50 percent rule', await medianMs(rounds, async () => ownershipResource(business, [])))
line('the chart', await medianMs(rounds, async () => String(await ownershipChart(record, 'Acme Widgets LLC'))))
