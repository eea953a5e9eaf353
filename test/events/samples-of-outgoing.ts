// Frozen samples (see samples.ts) of batches, signals and webhooks.
import { id, other } from './sample-parts.ts'

const uploaded = {
  batch_id: id,
  mode: 'test',
  name: 'November',
  filename: 'november.csv',
  columns: ['name', 'address'],
  delimiter: ';',
  row_count: 3,
  chunk_rows: 250,
  sha256: '00',
  requester: { id: other, type: 'account' },
}

export const outgoingSamples = {
  BusinessBatchUploaded: [
    { version: 1, data: uploaded },
    { version: 1, data: { ...uploaded, byte_order_mark: true } },
  ],
  BatchUploadBegun: [{ version: 1, data: {} }],
  BatchUploadAbandoned: [{ version: 1, data: {} }],
  BatchRowsRejected: [
    {
      version: 1,
      data: {
        batch_id: id,
        from: 0,
        wrong: [{ row: 1, errors: [{ message: 'name is required', parameter: 'name' }, { message: 'x' }] }],
      },
    },
  ],
  BatchRowsDone: [
    {
      version: 1,
      data: { from: 0, to: 3, wrong: [{ row: 1, errors: [{ message: 'name is required', parameter: 'name' }, { message: 'x' }] }] },
    },
    { version: 2, data: { from: 0, to: 3, wrong_count: 1 } },
  ],
  BusinessBatchCompleted: [{ version: 1, data: { business_count: 3, wrong_count: 1 } }],
  SignalCreated: [
    {
      version: 1,
      data: {
        signal_id: id,
        mode: 'live',
        name: 'Acme Widgets LLC',
        addresses: ['1 Main St, Portland, OR 97201'],
        people: ['Ann Doe'],
        tin: '123456789',
        tin_type: 'ein',
        external_id: 'x-1',
        model_slug: 'default',
        model_version: 1,
        score: 0.87,
        reasons: [{ code: 'I101', importance: 0.4 }],
        requester: { id: other, type: 'user' },
      },
    },
  ],
  WebhookCreated: [
    {
      version: 1,
      data: {
        webhook_id: id,
        mode: 'test',
        url: 'https://example.com/hook',
        enabled_events: ['*'],
        oidc: { token_url: 'https://example.com/token', client_id: 'probity', client_secret: 'secret', scope: null },
        secret: 'whsec_c2VjcmV0',
      },
    },
  ],
  WebhookChanged: [{ version: 1, data: { url: 'https://example.com/other', enabled_events: ['business.created'], oidc: null } }],
  WebhookSecretReplaced: [{ version: 1, data: { secret: 'whsec_b3RoZXI=', former_until: '2026-11-22T09:30:00.000Z' } }],
  WebhookDisabled: [{ version: 1, data: { reason: 'failing' } }],
  WebhookEnabled: [{ version: 1, data: {} }],
  WebhookDeleted: [{ version: 1, data: {} }],
}
