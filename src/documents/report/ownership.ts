// Who owns the business, in its report.
import type { z } from 'zod'
import { openShares, shareText } from '../../interface/open-shares.ts'
import { percent } from '../../interface/percent.ts'
import type { Ownership } from '../../interface/records/ownership.ts'
import type { Sheet } from './sheet.ts'
import { words } from './words.ts'

/** The section is left out where neither the submitter nor published data say who owns it. `moment` writes a time as the report does. */
export const ownership = (sheet: Sheet, structure: z.output<typeof Ownership>, moment: (iso: string) => string | null) => {
  const { owners, interests, identified_percentage, listed, certifications, found, discrepancies } = structure
  const isSubmitted = interests.length > 0
  if (!isSubmitted && found.length === 0) return
  const [certified] = certifications
  sheet.section('Ownership')
  sheet.facts([
    ['Traced to people', isSubmitted ? percent(identified_percentage) : 'No owners were submitted'],
    [
      'Held by parties with a hit',
      // Where no owners are known, 0 % would say that nobody listed is one.
      isSubmitted || listed.percentage > 0
        ? `${percent(listed.percentage)}${listed.counts_as_listed ? ': counts as listed (50 percent rule)' : ''}`
        : 'Not known: no owners were submitted',
    ],
    [
      'Certified by',
      certified &&
        `${certified.name ?? 'Erased'}${certified.title ? `, ${certified.title}` : ''}, ${moment(certified.certified_at)}${certified.is_current ? '' : '; the owners have changed since'}`,
    ],
    ['In these words', certified?.wording],
  ])
  const { direct, indirect, effective } = openShares(structure)
  if (isSubmitted)
    sheet.table({
      columns: [
        { title: 'Owner', share: 0.38 },
        { title: 'Direct', share: 0.11 },
        { title: 'Indirect', share: 0.11 },
        { title: 'Effective', share: 0.12 },
        { title: 'What it is', share: 0.28 },
      ],
      rows: owners.map((owner) => [
        { text: owner.name ?? 'Erased', weight: 'bold' },
        shareText(owner.direct_percentage, direct.has(owner.party_id)),
        shareText(owner.indirect_percentage, indirect.has(owner.party_id)),
        shareText(owner.effective_percentage, effective.has(owner.party_id)),
        [
          owner.type === 'person' ? 'Person' : 'Company',
          owner.is_beneficial_owner ? 'beneficial owner' : '',
          owner.controls ? 'controls' : '',
          hits(owner),
        ]
          .filter(Boolean)
          .join(', '),
      ]),
    })
  if (found.length > 0) {
    sheet.space(8)
    sheet.table({
      columns: [
        { title: 'Named in published data', share: 0.4 },
        { title: 'As', share: 0.3 },
        { title: 'Submitted as an owner', share: 0.3 },
      ],
      rows: found.map((owner) => [
        { text: owner.name ?? owner.lei ?? 'Name withheld', weight: 'bold' },
        [words(owner.relation), hits(owner)].filter(Boolean).join(', '),
        owner.submitted_id === null ? 'no' : 'yes',
      ]),
    })
  }
  const open = discrepancies.filter(({ status }) => status !== 'resolved')
  if (open.length > 0)
    sheet.paragraph(
      `Differences between submitted and published owners that are not resolved: ${open.length}, due by ${open.map(({ due_on }) => due_on).toSorted()[0]}.`,
    )
}

const hits = ({ watchlist_hits }: { readonly watchlist_hits: number }): string =>
  watchlist_hits > 0 ? `${watchlist_hits} watchlist ${watchlist_hits === 1 ? 'hit' : 'hits'}` : ''
