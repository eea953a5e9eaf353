// OpenTelemetry: traces and metrics through its SDK, which reads the standard settings (OTEL_*). It is loaded only when one of them asks for it.
import type { Registry } from 'prom-client'
import { type Environment, WrongSetting } from '../setting-values.ts'

export type Telemetry = {
  /** Sends what is still kept. */
  readonly stop: () => Promise<void>
}

const endpoints = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT'] as const
const protocols = ['http/protobuf', 'http/json']
const samplers = ['always_on', 'always_off', 'traceidratio', 'parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio']

/**
 * Whether the settings ask for telemetry.
 * @throws WrongSetting
 * @example
 * wantsTelemetry({}) // => false
 * wantsTelemetry({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' }) // => true
 * wantsTelemetry({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318', OTEL_SDK_DISABLED: 'true' }) // => false
 */
export const wantsTelemetry = (environment: Environment): boolean => {
  for (const name of endpoints) {
    const value = environment[name]
    if (value && !/^https?:$/.test(URL.parse(value)?.protocol ?? ''))
      throw new WrongSetting(`${name} must be an address that begins with http:// or https://`)
  }
  oneOf(environment, 'OTEL_EXPORTER_OTLP_PROTOCOL', protocols)
  oneOf(environment, 'OTEL_TRACES_SAMPLER', samplers)
  const interval = environment.OTEL_METRIC_EXPORT_INTERVAL
  if (interval && !(Number(interval) > 0)) throw new WrongSetting('OTEL_METRIC_EXPORT_INTERVAL must be a number of milliseconds')
  return environment.OTEL_SDK_DISABLED !== 'true' && endpoints.some((name) => environment[name])
}

const oneOf = (environment: Environment, name: string, values: readonly string[]): void => {
  const value = environment[name]
  if (value && !values.includes(value)) throw new WrongSetting(`${name} must be one of ${values.join(', ')}`)
}

/**
 * @param registry its metrics, which `/metrics` shows, are exported as well
 * @returns null when no setting asks for telemetry
 * @throws WrongSetting
 */
export const startTelemetry = async (environment: Environment, registry: Registry): Promise<Telemetry | null> => {
  if (!wantsTelemetry(environment)) return null
  const { NodeSDK } = await import('@opentelemetry/sdk-node')
  const sdk = new NodeSDK({
    serviceName: environment.OTEL_SERVICE_NAME || 'probity',
    instrumentations: [],
    metricReaders: environment.OTEL_METRICS_EXPORTER === 'none' ? [] : [await metricReader(environment, registry)],
  })
  sdk.start()
  return { stop: () => sdk.shutdown().catch(() => undefined) }
}

const metricReader = async (environment: Environment, registry: Registry) => {
  const { PeriodicExportingMetricReader } = await import('@opentelemetry/sdk-metrics')
  const { prometheusMetrics } = await import('./prometheus-metrics.ts')
  const isJson = environment.OTEL_EXPORTER_OTLP_PROTOCOL === 'http/json'
  const { OTLPMetricExporter } = isJson
    ? await import('@opentelemetry/exporter-metrics-otlp-http')
    : await import('@opentelemetry/exporter-metrics-otlp-proto')
  const exportIntervalMillis = Number(environment.OTEL_METRIC_EXPORT_INTERVAL) || 60_000
  return new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter(),
    exportIntervalMillis,
    exportTimeoutMillis: Math.min(30_000, exportIntervalMillis),
    metricProducers: [prometheusMetrics([registry])],
  })
}
