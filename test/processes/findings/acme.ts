// Acme, a business with one person, for tests of what is found about it.
import { business } from '../../../src/commands/business.ts'
import type { Business, Submitted } from '../../../src/commands/business-state.ts'
import { differences, type Evidence } from '../../../src/commands/findings.ts'
import { created } from '../../commands/businesses.ts'
import { person } from '../../commands/evidence.ts'

/** As it stands after these pieces of evidence. */
export const acme = (change: Partial<Submitted> = {}, ...known: readonly Evidence[]): Business =>
  known.reduce(
    (state, evidence) => differences(state.file, evidence, null).reduce(business.evolve, state) as Business,
    [created({ people: [person], ...change })].reduce(business.evolve, business.initial) as Business,
  )
