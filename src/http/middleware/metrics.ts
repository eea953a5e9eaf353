// Prometheus metrics: how many requests, how long, how they ended, by route pattern; and what the process itself says of its health.
import type { MiddlewareHandler } from 'hono'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { ProbityContext, ProbityEnv } from '../../inner/framework/environment.ts'
import { routePattern } from './route-pattern.ts'

export type HttpMetrics = {
  /** Other parts of the service register their metrics here too. */
  readonly registry: Registry
  /**
   * Whether a request came or was answered a moment ago, or one that writes is being answered: it waits for the read models. One that reads and takes
   * longer may be a client that waits for events, which takes no time of this process.
   */
  readonly isServing: () => boolean
  /** Whether one that writes is being answered. */
  readonly isWriting: () => boolean
  readonly measure: MiddlewareHandler<ProbityEnv>
  /** Answers in Prometheus' text format. */
  readonly expose: (c: ProbityContext) => Promise<Response>
}

/** In milliseconds. */
const moment = 20

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export const httpMetrics = (registry = new Registry(), now = () => performance.now()): HttpMetrics => {
  collectDefaultMetrics({ register: registry })
  let inFlight = 0
  let writing = 0
  /** When a request came or was answered. */
  let last = Number.NEGATIVE_INFINITY
  new Gauge({
    name: 'http_requests_in_flight',
    help: 'Requests being answered',
    registers: [registry],
    collect() {
      this.set(inFlight)
    },
  })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to its response',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  const behind = new Counter({
    name: 'probity_read_model_behind_total',
    help: 'Answers to writes that left before the read models had them',
    registers: [registry],
  })
  const isWriting = () => writing > 0
  return {
    registry,
    isServing: () => isWriting() || now() < last + moment,
    isWriting,
    measure: async (c, next) => {
      const began = now()
      last = began
      const writes = reading.has(c.req.method) ? 0 : 1
      inFlight++
      writing += writes
      try {
        await next()
      } finally {
        inFlight--
        writing -= writes
      }
      last = now()
      const method = knownMethods.has(c.req.method) ? c.req.method : 'other'
      if (writes > 0 && c.res.headers.has('probity-read-model')) behind.inc()
      duration.observe({ method, route: routePattern(c), status: c.res.status }, (last - began) / 1000)
    },
    expose: async (c) => c.body(await registry.metrics(), 200, { 'Content-Type': registry.contentType }),
  }
}
