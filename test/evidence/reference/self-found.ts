// The names on a list that do not find their own entry with the highest score.

import { prepareListed, prepareScreened, screen } from '../../../src/evidence/matching/screening.ts'
import { unreadScripts } from '../../../src/evidence/matching/scripts.ts'
import type { ListedParty } from '../../../src/evidence/reference/records.ts'

export const missedByThemselves = (parties: readonly ListedParty[]): readonly string[] =>
  parties
    .filter(({ type }) => type !== 'vessel' && type !== 'aircraft')
    .flatMap((party) => {
      const kind = party.type === 'individual' ? 'person' : 'business'
      // Of a name in a script that is not read well, a review says so.
      const names = [party.name, ...party.aliases.map(({ name }) => name)].filter((name) => unreadScripts(name, kind).length === 0)
      return names.filter((name) => {
        const listed = prepareListed({ ...party, id: '1', name, aliases: [] })
        return screen(prepareScreened({ kind, name }), listed)[0]?.match.score !== 1
      })
    })
