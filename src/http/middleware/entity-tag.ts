// The tag of an answer that is a single record, made of its bytes, and 304 for a client that has them (RFC 9110, 8.8.3 and 13.1.2).
import { hash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import release from '../../../package.json' with { type: 'json' }
import { namesTag } from '../../inner/business/tag.ts'
import { isJson } from '../../inner/framework/body.ts'
import type { ProbityEnv } from '../../inner/framework/environment.ts'
import { versionHeader } from '../../interface/versions.ts'
import { isRead } from './authentication.ts'

/** Of a route whose answer is a record. An answer that has a tag already keeps it. */
export const entityTag: MiddlewareHandler<ProbityEnv> = async (c, next) => {
  await next()
  const { status, headers } = c.res
  if (!isRead(c.req.method) || status !== 200 || headers.has('ETag') || !isJson(headers.get('Content-Type') ?? undefined)) return
  const body = await c.res.arrayBuffer()
  const tag = tagOf(Buffer.from(body), headers.get(versionHeader))
  headers.set('ETag', tag)
  const isKnown = namesTag(c.req.header('if-none-match'), tag)
  if (isKnown) headers.delete('Content-Type')
  c.res = undefined
  c.res = isKnown ? new Response(null, { status: 304, headers }) : new Response(body, { status, headers })
}

/** Older versions of the interface are made of these bytes later, and by this release. */
const tagOf = (body: Buffer, version: string | null): string => {
  const digest = hash('sha256', Buffer.concat([Buffer.from(`${release.version}\n${version}\n`), body]), 'base64url')
  return `W/"${digest.slice(0, 22)}"`
}
