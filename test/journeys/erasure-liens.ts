// Erasing a business or a person reaches into the liens that are filed against the business: who owes there can be read nowhere any more, and what the
// state holds in public stays. It is asked for at one instance and looked at through another, where there are two.
import type { Test } from 'uvu'
import * as assert from 'uvu/assert'
import { audit } from '../cli/audit.ts'
import { filled } from '../filled.ts'
import { bank, debtor, filing } from './lien-parties.ts'
import { acme, type Body, type TestService, until, verified } from './service.ts'

export type Scene = {
  readonly one: TestService
  readonly other: TestService
  /** What npm run audit needs to know of the stores. */
  readonly settings: NodeJS.ProcessEnv
  /** The texts that stand in plain in what the stores keep. */
  readonly held: (texts: readonly string[]) => Promise<readonly string[]>
}

const why = { reason: 'asked to be forgotten', requested_by: 'data protection officer' }

const person = (first_name: string, last_name: string, street: string) => ({
  first_name,
  last_name,
  addresses: [{ full_address: `${street}, Portland, OR 97201` }],
})

const names = ({ debtors }: Body): readonly string[] => debtors.map(({ name }: Body) => name)

export const registerErasureInLiens = (test: Test, where: string, scene: () => Scene): void => {
  const sentence = (text: string) => `${text} (${where})`
  const liensOf = async (business: string): Promise<readonly Body[]> =>
    (await scene().other.test.get(`/v1/businesses/${business}/liens`)).body.data

  /** A lien that the sandbox has filed and reflected, as it then stands. */
  const opened = async (business: string, request: object): Promise<Body> => {
    const { status, body, text } = await scene().one.test.post(`/v1/businesses/${business}/liens`, { ...filing, ...request })
    assert.is(status, 201, text)
    const lien = async () => (await liensOf(business)).find(({ id }) => id === body.id)
    await until('the lien is open', async () => (await lien())?.status === 'open')
    return lien()
  }

  const erase = async (request: object): Promise<Body> => {
    const { status, body, text } = await scene().one.operator.post('/operator/erasures', {
      person_id: null,
      dry_run: false,
      ...why,
      ...request,
    })
    assert.is(status, 200, text)
    return body
  }

  /** On a slow machine the read models of a cluster may show it later than the answer is waited for. */
  const isShown = (business: string) =>
    until('the lien shows the erasure', async () => names((await liensOf(business))[0]).includes('[erased]'))

  const held = (...texts: readonly string[]) => scene().held(texts)

  /** The chains hold, and the read models are what the log makes of them. */
  const holds = async () => {
    for (const command of ['verify', 'replay']) {
      const { code, output } = await audit(scene().settings, command)
      assert.is(code, 0, `${command}: ${output}`)
    }
  }

  test(sentence('erasing a business erases the people who owe in its liens, and leaves what was filed'), async () => {
    const { id } = await verified(scene().one.test, acme)
    const debtors = [debtor, person('Theophila', 'Wranitzky', '77 Larkspur Terrace')]
    const before = await opened(id, { debtors, secured_parties: [bank, person('Leopoldine', 'Lender', '9 Creditor Sq')] })
    const content = Buffer.from('a copy of the filing').toString('base64')
    const copy = { document_type: 'UCC-1', filename: 'wranitzky-filed.txt', content_type: 'text/plain', content }
    assert.is((await scene().one.operator.post(`/operator/liens/${before.id}/documents`, copy)).status, 201)
    const [document] = (await liensOf(id))[0].documents
    const { pathname } = new URL(document.download_url)
    assert.is((await scene().one.test.raw('GET', pathname)).status, 200)

    const dry = await erase({ business_id: id, dry_run: true })
    assert.equal([dry.erased, dry.liens], [false, [{ id: before.id, unfinished: false }]])
    assert.equal(names((await liensOf(id))[0]), names(before), 'a dry run changes nothing')

    const report = await erase({ business_id: id })
    assert.ok(filled<string>(dry.subjects).includes(id))
    assert.equal([report.erased, report.liens, report.subjects], [true, dry.liens, dry.subjects])
    await isShown(id)
    const [after] = await liensOf(id)
    assert.equal(names(after), ['Acme Widgets LLC', '[erased]'])
    assert.equal(after.debtors[0], before.debtors[0], 'an organization is no person')
    assert.equal(filled(after.secured_parties), before.secured_parties, 'who is owed is on the side of the account')
    const { full_address, address_line1, city, state } = after.debtors[1].addresses[0]
    assert.equal([full_address, address_line1, city, state], ['[erased]', '[erased]', 'Portland', 'OR'])
    for (const field of ['file_number', 'filing_date', 'lapse_date', 'state', 'status', 'packet_number', 'collateral'])
      assert.is(after[field], before[field], `${field} is public, or no person's`)
    assert.ok(after.file_number && after.filing_date)
    assert.is(after.documents[0].filename, '[erased]')
    assert.is((await scene().one.test.raw('GET', pathname)).status, 404)
    assert.equal(await held('Theophila', 'Wranitzky', '77 Larkspur', 'wranitzky-filed'), [])
    const { output } = await audit(scene().settings, 'history', before.id, '--json')
    assert.match(output, /PersonalDataErased/)
    assert.not.match(output, /Wranitzky/)
    await holds()
    assert.equal((await erase({ business_id: id, dry_run: true })).liens, [], 'there is nothing left to erase')
  })

  test(sentence('erasing a person erases the debtor who is that person, by name, and nobody else'), async () => {
    const business = await verified(scene().one.test, {
      ...acme,
      people: [{ name: 'Désirée Anna Quellenberg' }, { name: 'Balthasar Stays' }],
    })
    const debtors = [person('Desiree', 'Quellenberg', '5 Hawthorn Close'), person('Balthasar', 'Stays', '6 Rowan Close')]
    await opened(business.id, { debtors })
    const { id: person_id } = business.people.find(({ name }: Body) => name.startsWith('Désirée'))
    const report = await erase({ business_id: business.id, person_id })
    assert.is(report.liens.length, 1)
    await isShown(business.id)
    assert.equal(names((await liensOf(business.id))[0]), ['[erased]', 'Balthasar Stays'])
    assert.equal(await held('Quellenberg', 'Hawthorn Close'), [])
    assert.ok((await held('Rowan Close')).length > 0, 'who stays is found, so that not finding means something')
    await holds()
  })

  test(sentence('somebody who only owes is erased by their id, which the history of the lien tells'), async () => {
    const { id } = await verified(scene().one.test, acme)
    const lien = await opened(id, { debtors: [person('Kunigunde', 'Onlyowes', '8 Juniper Walk')] })
    const { stdout } = await audit(scene().settings, 'history', lien.id, '--json')
    const [requested] = JSON.parse(stdout).filter(({ type }: Body) => type === 'LienRequested')
    const [{ id: person_id }] = requested.data.debtors
    assert.equal((await erase({ business_id: id, person_id })).subjects, [person_id])
    await isShown(id)
    assert.equal(names((await liensOf(id))[0]), ['[erased]'])
    assert.equal(await held('Kunigunde', 'Onlyowes', '8 Juniper'), [])
  })

  test(sentence('nothing is filed under a name that was erased, and the dry run says so'), async () => {
    const { id } = await verified(scene().one.live, acme)
    const { body: lien } = await scene().one.live.post(`/v1/businesses/${id}/liens`, {
      ...filing,
      debtors: [person('Ottilie', 'Early', '3 Elm')],
    })
    const report = await erase({ business_id: id, dry_run: true })
    assert.equal(report.liens, [{ id: lien.id, unfinished: true }])
    const form = () => scene().one.operator.get(`/operator/liens/${lien.id}/forms/ucc-1`)
    assert.is((await form()).status, 200)
    await erase({ business_id: id })
    assert.is((await form()).status, 422)
  })
}
