// The service's Prometheus metrics in OpenTelemetry's form, so that both show the same numbers.
import type { HrTime } from '@opentelemetry/api'
import { emptyResource } from '@opentelemetry/resources'
import { AggregationTemporality, DataPointType, type MetricData, type MetricProducer } from '@opentelemetry/sdk-metrics'
import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client'

type Metric = MetricObjectWithValues<MetricValueOf>
/** Values of histograms name their part: `_bucket`, `_sum` or `_count`. */
type MetricValueOf = MetricValue<string> & { readonly metricName?: string }

export const prometheusMetrics = (registries: readonly Registry[]): MetricProducer => {
  const startTime = hrTime(Date.now())
  return {
    collect: async () => {
      const endTime = hrTime(Date.now())
      const found = await Promise.all(registries.map((registry) => registry.getMetricsAsJSON()))
      const metrics = found.flat().flatMap((metric) => metricData(metric as Metric, { startTime, endTime }))
      return { resourceMetrics: { resource: emptyResource(), scopeMetrics: [{ scope: { name: 'probity' }, metrics }] }, errors: [] }
    },
  }
}

type Times = { readonly startTime: HrTime; readonly endTime: HrTime }

const metricData = (metric: Metric, times: Times): MetricData[] => {
  const base = {
    descriptor: { name: metric.name, description: metric.help, unit: unitOf(metric.name), valueType: 1 },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  }
  const dataPoints = () => metric.values.map(({ labels, value }) => ({ ...times, attributes: textsOf(labels), value }))
  switch (String(metric.type)) {
    case 'counter':
      return [{ ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: dataPoints() }]
    case 'gauge':
      return [{ ...base, dataPointType: DataPointType.GAUGE, dataPoints: dataPoints() }]
    case 'histogram':
      return [{ ...base, dataPointType: DataPointType.HISTOGRAM, dataPoints: histograms(metric, times) }]
    default:
      // No metric of ours is a summary.
      return []
  }
}

/** The names end with the unit, as Prometheus advises. */
const unitOf = (name: string): string => (/_seconds(_total)?$/.test(name) ? 's' : /_bytes$/.test(name) ? 'By' : '')

const textsOf = (labels: Readonly<Record<string, string | number | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, String(value)]))

/** Prometheus counts each value in every bucket above it, OpenTelemetry in one. */
const histograms = ({ name, values }: Metric, times: Times) => {
  const byLabels = Map.groupBy(values, ({ labels: { le: _, ...rest } }) => JSON.stringify(rest))
  return [...byLabels.values()].map((parts) => {
    const partOf = (suffix: string) => parts.filter(({ metricName }) => metricName === name + suffix)
    const buckets = partOf('_bucket')
    const { le: _, ...labels } = parts[0]?.labels ?? {}
    return {
      ...times,
      attributes: textsOf(labels),
      value: {
        buckets: {
          boundaries: buckets.map(({ labels }) => Number(labels.le)).filter((each) => Number.isFinite(each)),
          counts: buckets.map(({ value }, index) => value - (buckets[index - 1]?.value ?? 0)),
        },
        sum: partOf('_sum')[0]?.value ?? 0,
        count: partOf('_count')[0]?.value ?? 0,
      },
    }
  })
}

const hrTime = (milliseconds: number): HrTime => [Math.floor(milliseconds / 1000), (milliseconds % 1000) * 1_000_000]
