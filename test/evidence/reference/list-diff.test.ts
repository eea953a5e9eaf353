// Whom two versions of a list are screened for: everybody whom the service screens.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Subject } from '../../../src/evidence/ports.ts'
import { diffOf, openListVersion, screeningWith } from '../../../src/evidence/reference/list-diff.ts'
import { inPlace } from './published-files.ts'

const subject: Subject = {
  business_id: '01a1fe43-1e6b-76cd-89f0-4e4f0c970b1a',
  names: ['Nobody Knows This LLC'],
  addresses: [],
  people: [],
  tin: null,
  website: null,
}
const named = (name: string) => ({ id: '01a1fe43-1e6b-76cd-89f0-4e4f0c970b1b', kind: 'person' as const, name, born: null, numbers: [] })

test(
  'an entry that is added is found for people, owners and officers, also under the name of a company',
  inPlace(async (place) => {
    const entry = (number: number, name: string) => `"Entity List (EL) - Bureau of Industry and Security",${number},Entity,${name},`
    const before = ['source,entity_number,type,name,alt_names', entry(1, 'GRIMWOLD SHIPPING COMPANY')].join('\n')
    const opening = { folder: place.folder, kind: 'csl' }
    const [old, now] = [
      await openListVersion(opening, place.file('old.csv', `${before}\n`)),
      await openListVersion(opening, place.file('new.csv', `${before}\n${entry(2, 'IRONWOOD BANK')}\n`)),
    ]
    const screening = screeningWith({ folder: place.folder, old, now, diff: diffOf(old, now) })
    const found = async (parties: Partial<Subject>) =>
      (await screening.screen({ ...subject, ...parties })).new.map(({ entity_name }) => entity_name)
    for (const parties of [
      { people: [named('Ironwood Bank')] },
      { owners: [named('Ironwood Bank')] },
      { officers: [named('Ironwood Bank')] },
    ])
      assert.equal(await found(parties), ['IRONWOOD BANK'], JSON.stringify(parties))
    assert.equal(await found({ officers: [named('Ann Ironwood')] }), [])
    for (const each of [screening, old, now]) each.close()
  }),
)

test.run()
