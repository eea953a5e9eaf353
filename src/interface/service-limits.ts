// The limits that are not of one member of a request: sizes, pages, and how much an account may have. docs/limits.md lists them too.
import { oauthClientsPerAccount, publicClientsPerAccount, queueViewsPerAccount } from '../commands/account.ts'
import { debtorLimits } from '../commands/lien-rules.ts'
import { documentsPerQuestion, documentsPerRequest } from '../commands/registration-request.ts'
import { furthestAdvance } from '../commands/test-clock.ts'
import { largestDocument } from '../evidence/ports.ts'
import type { Limit } from './limits.ts'
import { uploadLimits } from './upload-format.ts'

const megabyte = 1_048_576

const size = (megabytes: number, what: string, where: string, beyond: string): Limit & { readonly bytes: number } => ({
  what,
  most: megabytes,
  unit: 'MB',
  at: [where],
  beyond,
  bytes: megabytes * megabyte,
})

const lien = 'POST /v1/businesses/{business_id}/liens'
const owners = 'POST /v1/businesses, PATCH /v1/businesses/{business_id}, PUT /v1/businesses/{business_id}/ownership'

export const serviceLimits = {
  page: { what: 'page of a list', most: 100, unit: 'entries', at: ['every list, `per_page`'], beyond: 'served as 100' },
  pageNumber: { what: 'number of a page', most: 1_000_000, unit: 'pages', at: ['every list, `page`'], beyond: '400' },
  feed: { what: 'events of one answer', most: 1_000, unit: 'events', at: ['GET /v1/events, `limit`'], beyond: 'served as 1,000' },
  feedWait: { what: 'wait for a first event', most: 30, unit: 'seconds', at: ['GET /v1/events, `wait`'], beyond: 'served as 30' },
  problems: {
    what: 'problems that an answer names',
    most: 50,
    unit: 'entries',
    at: ['every operation'],
    beyond: 'the last counts the rest',
  },
  idempotencyKey: { what: '`Idempotency-Key`', most: 255, unit: 'characters', at: ['every POST'], beyond: '400' },
  headers: { what: 'headers of a request, the address among them', most: 16, unit: 'KB', at: ['every operation'], beyond: '431' },
  body: size(1, 'body of a request', 'every operation but the upload of a batch and the registration of an application', '413'),
  /** More than the longest chain of owners, which takes three for each company. */
  nesting: { what: 'nesting of a body', most: 100, unit: 'levels', at: ['every operation'], beyond: '400' },
  /** A policy may name thousands of ZIP codes. */
  listEntries: {
    what: 'list in a body',
    most: 10_000,
    unit: 'entries',
    at: ['every operation, where it has no lower limit'],
    beyond: '422',
  },
  /** Each is looked at several times while other requests wait. */
  bodyValues: {
    what: 'values in a body, objects and lists among them',
    most: 50_000,
    unit: 'values',
    at: ['every operation'],
    beyond: '400',
  },
  batchBody: size(75, 'body of an upload', 'POST /v1/business_batches', '413'),
  csv: size(uploadLimits.megabytes, 'CSV of a batch', 'POST /v1/business_batches, `csv`', '400'),
  csvRows: { what: 'rows of a batch', most: uploadLimits.rows, unit: 'rows', at: ['POST /v1/business_batches, `csv`'], beyond: '400' },
  document: size(largestDocument / megabyte, 'document that the desk attaches', 'operator', '422'),
  questionDocuments: {
    what: 'documents for one question of a registration request',
    most: documentsPerQuestion,
    unit: 'documents',
    at: ['the link of the employer'],
  },
  requestDocuments: {
    what: 'documents of a registration request',
    most: documentsPerRequest,
    unit: 'documents',
    at: ['the link of the employer'],
  },
  parties: { what: 'owners of a business, through all companies', most: 1_000, unit: 'people and companies', at: [owners] },
  ownershipChain: { what: 'chain of companies to an owner, the business itself among them', most: 30, unit: 'companies', at: [owners] },
  debtorsInGeorgia: { what: 'debtors of a lien in Georgia', most: debtorLimits.GA, unit: 'entries', at: [lien] },
  debtorsInOklahoma: { what: 'debtors of a lien in Oklahoma', most: debtorLimits.OK, unit: 'entries', at: [lien] },
  debtorsInOregon: { what: 'debtors of a lien in Oregon', most: debtorLimits.OR, unit: 'entries', at: [lien] },
  debtorsInMinnesota: { what: 'debtors of a lien in Minnesota', most: debtorLimits.MN, unit: 'entries', at: [lien] },
  debtorsInNewHampshire: { what: 'debtors of a lien in New Hampshire', most: debtorLimits.NH, unit: 'entries', at: [lien] },
  webhooks: { what: 'webhooks of an account, of test and of live', most: 50, unit: 'webhooks each', at: ['POST /v1/webhooks'] },
  testClocks: { what: 'test clocks of an account, deleted ones not counted', most: 50, unit: 'clocks', at: ['POST /v1/test_clocks'] },
  clockAdvance: {
    what: 'advance of a test clock',
    most: furthestAdvance,
    unit: 'months',
    at: ['POST /v1/test_clocks/{id}/advance'],
  },
  oauthClients: { what: 'OAuth clients of an account', most: oauthClientsPerAccount, unit: 'clients', at: ['Settings, Credentials'] },
  registeredClients: {
    what: 'applications of an account that registered themselves',
    most: publicClientsPerAccount,
    unit: 'clients',
    at: ['/oauth/authorize'],
    beyond: 'not allowed',
  },
  registration: { what: 'body of the registration of an application', most: 16, unit: 'KB', at: ['POST /oauth/register'], beyond: '413' },
  redirectUris: { what: 'redirect URIs of an application', most: 5, unit: 'entries', at: ['POST /oauth/register'], beyond: '400' },
  redirectUri: { what: 'redirect URI of an application', most: 500, unit: 'characters', at: ['POST /oauth/register'], beyond: '400' },
  clientName: { what: 'name of an application', most: 100, unit: 'characters', at: ['POST /oauth/register'], beyond: '400' },
  savedViews: { what: 'saved views of an account', most: queueViewsPerAccount, unit: 'views', at: ['the list of businesses'] },
  viewName: { what: 'name of a saved view', most: 60, unit: 'characters', at: ['the list of businesses'], beyond: '400' },
  ipRanges: { what: 'ranges of addresses of an account', most: 200, unit: 'entries', at: ['Settings, and the operator'], beyond: '400' },
  sourceAge: {
    what: 'age of data up to which it is current',
    least: 1,
    most: 36_500,
    unit: 'days',
    at: ['Settings, and the operator'],
    beyond: '400 and 422',
  },
  password: { what: 'password', least: 12, most: 256, unit: 'characters', at: ['Profile, and invitations'], beyond: '400' },
} as const satisfies { readonly [name: string]: Limit }

export type ServiceLimit = keyof typeof serviceLimits
