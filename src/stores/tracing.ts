// Spans of OpenTelemetry. Without a configured SDK (src/composition/telemetry.ts) they cost next to nothing and go nowhere. What follows from an event
// carries on its trace: the event's metadata hold the place in the trace at which it was appended, in the form of W3C Trace Context.
import {
  type Attributes,
  type Context,
  context,
  INVALID_SPAN_CONTEXT,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'

const tracer = trace.getTracer('probity')

export { SpanKind, SpanStatusCode }

const noSpan = trace.wrapSpanContext(INVALID_SPAN_CONTEXT)

type SpanOptions = {
  readonly kind?: SpanKind
  readonly attributes?: Attributes
  /** What the span follows from, as a `traceparent`; null: nothing traced, so there is no span. The active span when absent. */
  readonly parent?: string | null | undefined
}

/** Does the work within a span of this name. A failure is noted in the span and passed on. */
export const traced = async <Value>(
  name: string,
  { kind = SpanKind.INTERNAL, attributes = {}, parent }: SpanOptions,
  work: (span: Span) => Promise<Value>,
): Promise<Value> => {
  if (parent === null) return work(noSpan)
  const from = parent === undefined ? context.active() : contextOf(parent)
  const span = tracer.startSpan(name, { kind, attributes }, from)
  // Nothing is traced here: the work needs no context either.
  if (!isSpanContextValid(span.spanContext())) return work(span)
  try {
    return await context.with(trace.setSpan(from, span), () => work(span))
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'failed' })
    throw error
  } finally {
    span.end()
  }
}

/** A span for each of these traces, from a moment (`performance.now()`) until now: work that was done for all of them at once. */
export const tracedTogether = (
  name: string,
  parents: Iterable<string>,
  { since, attributes = {} }: { since: number; attributes?: Attributes },
): void => {
  const startTime = performance.timeOrigin + since
  for (const parent of parents) tracer.startSpan(name, { attributes, startTime }, contextOf(parent)).end()
}

/** The active span as a `traceparent`; undefined when there is none, or it is not sampled. */
export const traceparent = (): string | undefined => {
  const span = trace.getActiveSpan()?.spanContext()
  return span && (span.traceFlags & TraceFlags.SAMPLED) !== 0 ? `00-${span.traceId}-${span.spanId}-01` : undefined
}

const contextOf = (parent: string): Context => {
  const [, traceId = '', spanId = '', flags = ''] = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})/.exec(parent) ?? []
  if (traceId === '') return ROOT_CONTEXT
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED,
    isRemote: true,
  })
}
