// What an agent's steps can look up: the connections of a business, with how the account decided about those that are its own.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { noModel } from '../../../src/processes/agents/model.ts'
import { stepTools } from '../../../src/processes/agents/tools.ts'
import { accounts } from '../../../src/projections/accounts.ts'
import { businessLinks } from '../../../src/projections/business-links.ts'
import { businesses } from '../../../src/projections/businesses.ts'
import type { Read } from '../../../src/projections/read.ts'
import { businessId, source } from '../../commands/businesses.ts'
import { type Known, verified } from './said.ts'

const fail = async () => Promise.reject(new Error('nothing is looked up'))
const otherId = '0198c0de-0000-7000-8000-0000000000d1'
const link = { kind: 'person', key: 'ann doe', label: 'Ann Doe', titles: [], sources: [source] }
const linksOf = (id: string, name: string) => ({
  id,
  account_id: 'account',
  mode: 'test',
  name,
  links: [link],
  keys: [link.key],
  registrations: [],
})
const inReferenceData = { id: 'OR 12', registration: 'OR 12', name: 'Elsewhere LLC', links: [link] }

const asked: string[] = []
const connections = ({ features = ['connections'], links = true }: { readonly features?: string[]; readonly links?: boolean }) => {
  const all = [linksOf(businessId, 'Acme LLC'), linksOf(otherId, 'Bcme LLC')]
  const documents: ReadonlyMap<unknown, object> = new Map<unknown, object>([
    [businessLinks, { get: async () => (links ? all[0] : undefined), count: async () => all.length, find: async () => all }],
    [accounts, { get: async () => ({ features }) }],
    [
      businesses,
      {
        getMany: async (ids: readonly string[]) => {
          asked.push(...ids)
          return new Map(ids.map((id) => [id, { id, status: 'rejected' }]))
        },
      },
    ],
  ])
  const tools = stepTools(
    {
      read: ((projection: unknown) => documents.get(projection)) as Read,
      websiteFor: () => async () => Promise.reject(new Error('no website is asked for')),
      linkedFor: () => async () => ({ entities: [inReferenceData], counts: {} }) as never,
      now: () => new Date(),
    },
    { business: verified({}), model: {} as never, signal: new AbortController().signal },
  )
  return tools.connections()
}

test("the account's own connected businesses come with their status, and those of the reference data without one", async () => {
  assert.equal(
    (await connections({}))?.map(({ name, businessId: id, status }) => [name, id, status]),
    [
      ['Bcme LLC', otherId, 'rejected'],
      ['Elsewhere LLC', null, null],
    ],
  )
  assert.equal(asked, [otherId], 'those of the reference data have no status to look up')
})

test("a website is read by the account's mode, and none is read of a business that gave none", async () => {
  const read: unknown[] = []
  const toolsFor = (submitted: Known['submitted']) =>
    stepTools(
      {
        read: (() => undefined) as never,
        websiteFor: (mode) => async (sought) => {
          read.push([mode, sought.url])
          return 'what it shows' as never
        },
        linkedFor: () => async () => Promise.reject(new Error('nothing is looked up')),
        now: () => new Date(),
      },
      { business: verified({ submitted }), model: noModel, signal: new AbortController().signal },
    )
  assert.is(await toolsFor({}).readSite(), null)
  assert.equal(read, [])
  assert.is(await toolsFor({ website: { url: 'https://acme.example' }, mode: 'live' }).readSite(), 'what it shows')
  assert.equal(read, [['live', 'https://acme.example']])
})

test('a model weighs until the run ends', async () => {
  const { signal } = new AbortController()
  const given: unknown[] = []
  const weigh = async (...asked: readonly unknown[]) => {
    given.push(asked)
    return 'It leans.'
  }
  const sources = { read: (() => undefined) as never, websiteFor: () => fail, linkedFor: () => fail, now: () => new Date(0) }
  const tools = stepTools(sources, { business: verified({}), model: { ...noModel, weigh }, signal })
  assert.is(await tools.weigh([]), 'It leans.')
  assert.equal(given, [[[], signal]])
  assert.is((given[0] as unknown[])[1], signal)
})

test('nothing is looked up for an account without the feature, nor for a business that has no links on file', async () => {
  assert.is(await connections({ features: [] }), null)
  assert.is(await connections({ links: false }), null)
})

test.run()
