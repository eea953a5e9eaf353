import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { pathOf } from '../../src/http/request-path.ts'

const id = '0198C0DE-0000-7000-8000-0000000000AC'

for (const [path, routed] of [
  ['/', '/'],
  ['/v1/liens', '/v1/liens'],
  ['/v1/liens/', '/v1/liens'],
  ['/v1/liens?q=/', '/v1/liens'],
  [`/v1/liens/${id}`, `/v1/liens/${id.toLowerCase()}`],
  [`/v1/liens/${id}/`, `/v1/liens/${id.toLowerCase()}`],
  [`/v1/liens/${id}/documents/${id}`, `/v1/liens/${id.toLowerCase()}/documents/${id.toLowerCase()}`],
  [`/v1/liens/x${id}`, `/v1/liens/x${id}`],
  [`/v1/liens/${id}X`, `/v1/liens/${id}X`],
  ['/v1/Liens/ABC', '/v1/Liens/ABC'],
] as const)
  test(`${path} is routed as ${routed}`, () => assert.is(pathOf(new Request(`http://localhost${path}`)), routed))

test.run()
