// A small invented watchlist, and ways to screen a name against it or against one listed name.
import type { ListedParty, ScreenedName } from '../../../src/evidence/matching/listed.ts'
import { prepareListed, prepareScreened, screen } from '../../../src/evidence/matching/screening.ts'
import { screeningIndex } from '../../../src/evidence/matching/screening-index.ts'

export const parties: readonly ListedParty[] = [
  { id: '1', type: 'entity', name: 'VOSTOK PETROKHIM TRADING LTD', aliases: [{ name: 'PETROKHIM-VOSTOK' }, { name: 'VPT', weak: true }] },
  { id: '2', type: 'entity', name: 'ZARIA', aliases: [] },
  { id: '3', type: 'individual', name: 'AL-HASHIMI, Muhammad Yusuf', aliases: [{ name: 'ABU YUSUF', weak: true }] },
  { id: '4', type: 'individual', name: 'KOROLENKO, Sergei Anatolyevich', aliases: [] },
  { id: '5', type: 'vessel', name: 'OCEAN STAR', aliases: [] },
  { id: '6', type: 'entity', name: 'KOROLENKO SHIPYARD', aliases: [] },
  { id: '7', type: 'unknown', name: 'ADRIANO JESUS REYNOSO', aliases: [] },
  { id: '8', type: 'unknown', name: 'REYNOSO CORDAGE WORKS', aliases: [] },
  { id: '9', type: 'unknown', name: 'LING BAO METALS', aliases: [] },
]
export const index = screeningIndex(parties)
export const hitsOf = (screened: ScreenedName): readonly string[] => index.screen(screened).map((hit) => hit.party.id)

/** Screens for one name on a list, which is its party's own, an alias, or a weak alias. */
export const isHit = (kind: ScreenedName['kind'], name: string, [type, listed]: Listed, quality: Quality = 'name'): boolean => {
  const party =
    quality === 'name'
      ? { name: listed, aliases: [] }
      : { name: 'QUITE ANOTHER', aliases: [{ name: listed, weak: quality === 'weak alias' }] }
  return screen(prepareScreened({ kind, name }), prepareListed({ id: '1', type, ...party })).length > 0
}
export type Listed = readonly [ListedParty['type'], string]
type Quality = 'name' | 'alias' | 'weak alias'
