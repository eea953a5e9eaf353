// What a review says of owners: how many of them are known, and whether listed ones hold so much that the business counts as listed.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Business } from '../../../src/commands/business-state.ts'
import { ownershipRules } from '../../../src/commands/review/ownership.ts'
import { ageLimitByDefault } from '../../../src/commands/source-age.ts'
import { derivedId } from '../../../src/events/derived-id.ts'
import type { OwnershipParty } from '../../../src/events/ownership.ts'
import { at, businessId, source, submitted, watchlistHit } from '../businesses.ts'
import { person } from '../evidence.ts'

const idOf = (name: string): string => (name === 'Acme' ? businessId : derivedId(name, businessId))
const party = (name: string, type: OwnershipParty['type']): OwnershipParty => ({
  id: idOf(name),
  type,
  name,
  date_of_birth: null,
  country: null,
  lei: null,
  registration_number: null,
})

/** `['Ann', 50, 'Acme']`: Ann holds 50 percent of Acme. Names that end in a number are companies. */
type Held = readonly [owner: string, percentage: number | null, owned: string]

type Told = {
  readonly owners?: readonly Held[]
  /** Owners that published data alone names. */
  readonly found?: readonly Held[]
  readonly listed?: readonly string[]
  /** Who was screened; null: there was no screening. */
  readonly screened?: readonly string[] | null
  /** Who appoints the management, beside the shares. */
  readonly controls?: readonly string[]
  readonly votes?: readonly Held[]
  /** Submitted people with what they hold of the business. */
  readonly people?: readonly (readonly [name: string, percentage: number | null])[]
  /** The upper end of what was found, where it is another than the lower one. */
  readonly foundTo?: number
}

const screeningSource = { ...source, id: derivedId('screening', businessId) }

const business = ({
  owners = [],
  found = [],
  listed = [],
  screened = [],
  controls = [],
  votes = [],
  people = [],
  foundTo,
}: Told): Business => {
  const names = [...new Set([...owners, ...votes].flatMap(([owner, , owned]) => [owner, owned]))].filter((name) => name !== 'Acme')
  const ownership = {
    parties: names.map((name) => party(name, /\d$/.test(name) ? 'business' : 'person')),
    interests: [
      ...owners.map(([owner, percentage, owned]) => ({ owner, owned, kind: 'ownership' as const, percentage })),
      ...votes.map(([owner, percentage, owned]) => ({ owner, owned, kind: 'voting_rights' as const, percentage })),
      ...controls.map((owner) => ({ owner, owned: 'Acme', kind: 'appoints_management' as const, percentage: null })),
    ].map(({ owner, owned, ...rest }) => ({ owner_id: idOf(owner), owned_id: idOf(owned), since: null, ...rest })),
  }
  const foundOwners = found.map(([owner, from, owned]) => ({
    ...party(owner, 'person'),
    party_id: idOf(owner),
    owned_id: idOf(owned),
    relation: 'control_register',
    born: null,
    interests: [{ kind: 'ownership', from, to: foundTo ?? from }],
    since: null,
    is_complete: false,
    sources: [source],
  }))
  const hits = listed.map((name) => ({ ...watchlistHit, id: idOf(`hit ${name}`), screened_id: idOf(name), sources: [source] }))
  const file = {
    found_owners: Object.fromEntries(foundOwners.map((each) => [each.id, each])),
    hits: Object.fromEntries(hits.map((each) => [each.id, each])),
    dismissals: {},
    screening: screened && { screened: screened.map((name) => ({ id: idOf(name), name })), sources: [screeningSource] },
  }
  // Nothing else of a business is read.
  const submittedPeople = people.map(([name, ownership_percentage]) => ({ ...person, id: idOf(name), name, ownership_percentage }))
  const owned = [...owners, ...votes].length > 0 && { ownership }
  return { submitted: { ...submitted, people: submittedPeople, ...owned }, file } as unknown as Business
}

const judged = (key: 'beneficial_owners' | 'listed_owners', told: Told) => {
  const found = ownershipRules.find((each) => each.key === key)?.judge(business(told), at, ageLimitByDefault)
  return found && { outcome: [found.status, found.sub_label], message: found.message, sources: found.sources }
}

const known: readonly (readonly [what: string, told: Told, outcome: readonly string[], message: string])[] = [
  [
    'an owner of three quarters, and nobody for the rest',
    { owners: [['Ann', 75, 'Acme']] },
    ['warning', 'Incomplete'],
    'People are known for 75 % of the ownership; 1 of them holds 25 % or more, or control. The other 25 % could have a beneficial owner that is not known.',
  ],
  [
    'an owner of a little more',
    { owners: [['Ann', 75.01, 'Acme']] },
    ['success', 'Identified'],
    'People are known for 75.01 % of the ownership; 1 of them holds 25 % or more, or control.',
  ],
  [
    'two who hold enough and one who does not',
    {
      owners: [
        ['Ann', 25, 'Acme'],
        ['Ben', 51, 'Acme'],
        ['Cay', 24, 'Acme'],
      ],
    },
    ['success', 'Identified'],
    'People are known for 100 % of the ownership; 2 of them hold 25 % or more, or control.',
  ],
  [
    'many who hold little',
    {
      owners: [
        ['Ann', 20, 'Acme'],
        ['Ben', 20, 'Acme'],
        ['Cay', 20, 'Acme'],
        ['Dan', 20, 'Acme'],
      ],
    },
    ['success', 'Identified'],
    'People are known for 80 % of the ownership; none of them hold 25 % or more, or control.',
  ],
  [
    'one who holds little and appoints the management',
    { owners: [['Ann', 10, 'Acme']], controls: ['Ann'] },
    ['warning', 'Incomplete'],
    'People are known for 10 % of the ownership; 1 of them holds 25 % or more, or control. The other 90 % could have a beneficial owner that is not known.',
  ],
  [
    'one of whom nobody says how much',
    {
      owners: [
        ['Ann', 10, 'Acme'],
        ['Ben', null, 'Acme'],
      ],
    },
    ['warning', 'Incomplete'],
    'People are known for 10 % of the ownership; none of them are known to hold 25 % or more, or control. How much 1 of them holds is not known. The other 90 % could have a beneficial owner that is not known.',
  ],
  [
    'one of whom nobody says how much, beside one who holds most',
    {
      owners: [
        ['Ann', 80, 'Acme'],
        ['Ben', null, 'Acme'],
      ],
    },
    ['success', 'Identified'],
    'People are known for 80 % of the ownership; 1 of them is known to hold 25 % or more, or control. How much 1 of them holds is not known.',
  ],
  [
    'a company whose own owners are not known',
    {
      owners: [
        ['Ann', 60, 'Acme'],
        ['Holding 1', 40, 'Acme'],
      ],
    },
    ['warning', 'Incomplete'],
    'People are known for 60 % of the ownership; 1 of them holds 25 % or more, or control. The other 40 % could have a beneficial owner that is not known.',
  ],
  [
    'owners who are told to hold more than the whole',
    {
      owners: [
        ['Ann', 80, 'Acme'],
        ['Ben', 80, 'Acme'],
      ],
    },
    ['warning', 'Contradictory'],
    'People are known for 100 % of the ownership; 2 of them hold 25 % or more, or control. More than 100 % was submitted in all.',
  ],
  [
    'an owner whose share is unknown through a company',
    {
      owners: [
        ['Ann', 80, 'Acme'],
        ['Holding 1', 20, 'Acme'],
        ['Ben', null, 'Holding 1'],
      ],
    },
    ['success', 'Identified'],
    'People are known for 80 % of the ownership; 1 of them is known to hold 25 % or more, or control. How much 1 of them holds is not known.',
  ],
  [
    'people with their shares, and no other owners',
    {
      people: [
        ['Ann', 60],
        ['Ben', 25],
        ['Cay', null],
      ],
    },
    ['success', 'Identified'],
    'People are known for 85 % of the ownership; 2 of them hold 25 % or more, or control. This rests on the shares of submitted people; no other owners were submitted.',
  ],
  [
    'a person with a share beside the owners',
    { owners: [['Ann', 50, 'Acme']], people: [['Ben', 40]] },
    ['success', 'Identified'],
    'People are known for 90 % of the ownership; 2 of them hold 25 % or more, or control. This rests on the submitted owners, and on the share of a person submitted beside them.',
  ],
  [
    'one person given both ways',
    { owners: [['Ann', 50, 'Acme']], people: [['Ann', 50]] },
    ['warning', 'Incomplete'],
    'People are known for 50 % of the ownership; 1 of them holds 25 % or more, or control. The other 50 % could have a beneficial owner that is not known.',
  ],
  [
    'one person given both ways with another share',
    { owners: [['Ann', 80, 'Acme']], people: [['Ann', 20]] },
    ['warning', 'Contradictory'],
    'People are known for 80 % of the ownership; 1 of them holds 25 % or more, or control. 1 of them was also submitted as a person with another share; the owners count.',
  ],
  [
    'one who holds through a company what the person is said to hold',
    {
      owners: [
        ['Ann', 100, 'Holding 1'],
        ['Holding 1', 80, 'Acme'],
      ],
      people: [['Ann', 80]],
    },
    ['success', 'Identified'],
    'People are known for 80 % of the ownership; 1 of them holds 25 % or more, or control.',
  ],
  [
    'an owner without a share, which the person has',
    { owners: [['Ann', null, 'Acme']], people: [['Ann', 80]] },
    ['success', 'Identified'],
    'People are known for 80 % of the ownership; 1 of them holds 25 % or more, or control. This rests on the shares of submitted people; no other owners were submitted.',
  ],
  [
    'a company among the people',
    { people: [['Imaginary Holdings LLC', 100]] },
    ['warning', 'Incomplete'],
    'People are known for 0 % of the ownership; none of them hold 25 % or more, or control. The other 100 % could have a beneficial owner that is not known. This rests on the shares of submitted people; no other owners were submitted.',
  ],
  [
    'a person whose share was erased',
    { people: [['[erased]', '[erased]' as unknown as number]] },
    ['warning', 'Incomplete'],
    'People are known for 0 % of the ownership; none of them are known to hold 25 % or more, or control. How much 1 of them holds is not known. The other 100 % could have a beneficial owner that is not known. This rests on the shares of submitted people; no other owners were submitted.',
  ],
]
for (const [what, told, outcome, message] of known)
  test(`beneficial owners, with ${what}: ${outcome.join(' ')}`, () => {
    const found = judged('beneficial_owners', told)
    assert.equal(
      [found?.outcome, found?.message],
      [outcome, message.includes('This rests') ? message : `${message} This rests on the submitted owners.`],
    )
  })

test('without submitted owners nothing is said of beneficial owners', () => {
  assert.is(judged('beneficial_owners', { found: [['Ann', 60, 'Acme']] }), null)
})

const bothScreened = ['Ann', 'Ben']
const andControl = 'the business, by votes or otherwise: the rules of the United Kingdom and the European Union count control, too.'
const listed: readonly (readonly [what: string, told: Told, outcome: readonly string[], message: string])[] = [
  [
    'one listed owner of half',
    { owners: [['Ann', 50, 'Acme']], listed: ['Ann'] },
    ['failure', 'Owned by Listed Parties'],
    'Owners with a hit hold 50 % in aggregate, which makes the business count as listed (50 percent rule).',
  ],
  [
    'two listed owners of less than half together',
    {
      owners: [
        ['Ann', 25, 'Acme'],
        ['Ben', 24.99, 'Acme'],
      ],
      listed: bothScreened,
    },
    ['warning', 'Hits'],
    'Owners with a hit hold 49.99 % in aggregate, less than the 50 % of the 50 percent rule.',
  ],
  [
    'a listed owner of a company in the chain',
    {
      owners: [
        ['Ann', 50, 'Holding 1'],
        ['Holding 1', 50, 'Acme'],
      ],
      listed: ['Ann'],
    },
    ['failure', 'Owned by Listed Parties'],
    'Owners with a hit hold 50 % in aggregate, which makes the business count as listed (50 percent rule). 1 company in the chain counts as listed too.',
  ],
  [
    'a listed owner of two companies that hold little',
    {
      owners: [
        ['Ann', 50, 'Holding 1'],
        ['Ann', 90, 'Holding 2'],
        ['Ann', 49, 'Holding 3'],
        ['Holding 1', 20, 'Acme'],
        ['Holding 2', 20, 'Acme'],
        ['Holding 3', 20, 'Acme'],
      ],
      listed: ['Ann'],
    },
    ['warning', 'Hits'],
    'Owners with a hit hold 40 % in aggregate, less than the 50 % of the 50 percent rule. 2 companies in the chain count as listed too.',
  ],
  [
    'a listed owner whose share is unknown',
    {
      owners: [
        ['Ann', null, 'Acme'],
        ['Ben', 10, 'Acme'],
      ],
      listed: ['Ann'],
    },
    ['warning', 'Hits'],
    'Owners with a hit hold at least 0 % in aggregate. How much 1 of them holds is not known.',
  ],
  [
    'two listed owners whose shares are unknown, and one whose share is not enough',
    {
      owners: [
        ['Ann', null, 'Acme'],
        ['Ben', null, 'Acme'],
        ['Cay', 10, 'Acme'],
      ],
      listed: ['Ann', 'Ben', 'Cay'],
    },
    ['warning', 'Hits'],
    'Owners with a hit hold at least 10 % in aggregate. How much 2 of them hold is not known.',
  ],
  [
    'a listed owner whom published data alone names',
    { found: [['Ann', 60, 'Acme']], listed: ['Ann'] },
    ['failure', 'Owned by Listed Parties'],
    'Owners with a hit hold 60 % in aggregate, which makes the business count as listed (50 percent rule).',
  ],
  [
    'a listed person with most of the votes, and no word of a share',
    { votes: [['Ann', 80, 'Acme']], listed: ['Ann'] },
    ['warning', 'Hits'],
    `Owners with a hit hold at least 0 % in aggregate. How much 1 of them holds is not known. 1 of them controls ${andControl}`,
  ],
  [
    'a listed person with half of the votes, and a share',
    { owners: [['Ann', 10, 'Acme']], votes: [['Ann', 50, 'Acme']], listed: ['Ann'] },
    ['warning', 'Hits'],
    'Owners with a hit hold 10 % in aggregate, less than the 50 % of the 50 percent rule.',
  ],
  [
    'a listed person with a small share who appoints the management',
    { owners: [['Ann', 10, 'Acme']], controls: ['Ann'], listed: ['Ann'] },
    ['warning', 'Hits'],
    `Owners with a hit hold 10 % in aggregate, less than the 50 % of the 50 percent rule. 1 of them controls ${andControl}`,
  ],
  [
    'somebody else who appoints the management',
    {
      owners: [
        ['Ann', 10, 'Acme'],
        ['Ben', 10, 'Acme'],
      ],
      controls: ['Ben'],
      listed: ['Ann'],
    },
    ['warning', 'Hits'],
    'Owners with a hit hold 10 % in aggregate, less than the 50 % of the 50 percent rule.',
  ],
  [
    'a listed owner of a parent whose share is unknown',
    {
      owners: [
        ['Ann', 60, 'Holding 1'],
        ['Holding 1', null, 'Acme'],
      ],
      listed: ['Ann'],
    },
    ['warning', 'Hits'],
    'Owners with a hit hold at least 0 % in aggregate. 1 company in the chain counts as listed too. How much 1 of them holds is not known.',
  ],
  [
    'a listed owner of little of a parent whose share is unknown',
    {
      owners: [
        ['Ann', 40, 'Holding 1'],
        ['Holding 1', null, 'Acme'],
      ],
      listed: ['Ann'],
    },
    ['warning', 'Hits'],
    'Owners with a hit hold 0 % in aggregate, less than the 50 % of the 50 percent rule.',
  ],
  [
    'two listed people who were submitted with their shares',
    {
      people: [
        ['Ann', 30],
        ['Ben', 25],
        ['Cay', 45],
      ],
      listed: bothScreened,
    },
    ['failure', 'Owned by Listed Parties'],
    'Owners with a hit hold 55 % in aggregate, which makes the business count as listed (50 percent rule).',
  ],
  [
    'a person whose share makes an owner',
    { people: [['Ann', 50]], screened: ['Ann'] },
    ['success', 'No Hits'],
    'The only party in the chain of owners has no hit.',
  ],
  [
    'a listed person whose share the owners say, too',
    { owners: [['Ann', 30, 'Acme']], people: [['Ann', 30]], listed: ['Ann'] },
    ['warning', 'Hits'],
    'Owners with a hit hold 30 % in aggregate, less than the 50 % of the 50 percent rule.',
  ],
  [
    'a listed owner whom a register names with a range',
    { found: [['Ann', 25, 'Acme']], foundTo: 50, listed: ['Ann'] },
    ['warning', 'Hits'],
    'Owners with a hit hold at least 25 % in aggregate. For 1 of them only a range is known, of which the lower end is counted.',
  ],
  [
    'owners of whom one was not screened',
    {
      owners: [
        ['Ann', 50, 'Acme'],
        ['Ben', 50, 'Acme'],
      ],
      screened: ['Ann'],
    },
    ['warning', 'Not Screened'],
    '1 of 2 owners became known after the last screening. Order a verification to screen them.',
  ],
  [
    'owners who were all screened',
    {
      owners: [
        ['Ann', 50, 'Acme'],
        ['Ben', 50, 'Acme'],
      ],
      screened: bothScreened,
    },
    ['success', 'No Hits'],
    'None of the 2 people and companies in the chain of owners has a hit.',
  ],
  [
    'a hit of somebody who owns nothing',
    { owners: [['Ann', 100, 'Acme']], screened: ['Ann'], listed: ['Zoe'] },
    ['success', 'No Hits'],
    'The only party in the chain of owners has no hit.',
  ],
]
for (const [what, told, outcome, message] of listed)
  test(`listed owners, with ${what}: ${outcome.join(' ')}`, () => {
    const found = judged('listed_owners', told)
    assert.equal([found?.outcome, found?.message], [outcome, message])
    assert.equal(
      found?.sources,
      outcome[1] === 'No Hits' || outcome[1] === 'Not Screened' ? [screeningSource] : (told.listed ?? []).map(() => source),
    )
  })

test('nothing is said of listed owners before a screening, or where nobody was submitted and nobody has a hit', () => {
  assert.is(judged('listed_owners', { owners: [['Ann', 50, 'Acme']], screened: null }), null)
  assert.is(judged('listed_owners', { found: [['Ann', 50, 'Acme']] }), null)
  assert.is(judged('listed_owners', { people: [['Ann', null]], listed: ['Ann'] }), null, 'a person without a share is no owner')
})

test.run()
