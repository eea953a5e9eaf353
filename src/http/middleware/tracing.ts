// A span for each request, within the trace that the client began if it names one (W3C Trace Context). Route patterns and ids of requests only: no query,
// no body, no personal data.
import type { MiddlewareHandler } from 'hono'
import type { ProbityEnv } from '../../inner/framework/environment.ts'
import { SpanKind, SpanStatusCode, traced } from '../../stores/tracing.ts'
import { routePattern } from './route-pattern.ts'

export const tracing: MiddlewareHandler<ProbityEnv> = (c, next) =>
  traced(c.req.method, { kind: SpanKind.SERVER, parent: c.req.header('traceparent') }, async (span) => {
    await next()
    if (!span.isRecording()) return
    const route = routePattern(c)
    span.updateName(`${c.req.method} ${route}`)
    span.setAttributes({
      'http.request.method': c.req.method,
      'http.route': route,
      'http.response.status_code': c.res.status,
      'probity.request_id': c.get('requestId'),
      'probity.account_id': c.get('principal')?.accountId ?? '',
    })
    if (c.res.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  })
