// What stands under deploy/ for those who run a cluster: alerts and a dashboard over metrics that exist, and manifests that fit together.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { commandCounter, outageGauge, putOffCounter, readCounter, workGauges } from '../../src/composition/metrics.ts'
import { upkeepGauges } from '../../src/composition/upkeep-metrics.ts'
import { httpMetrics } from '../../src/http/middleware/metrics.ts'
import type { Worker } from '../../src/processes/running/worker.ts'
import type { EventStore } from '../../src/stores/event-store.ts'
import { filled } from '../filled.ts'

const test = suite('deploy')
const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const now = new Date('2026-11-22T12:00:00.000Z')

/** A log whose third event is a seal, or none; another event for each hour that is named. */
const logOf = (hours: readonly string[], isSealed: boolean) => {
  const all = hours.map((hour, at) => ({ position: BigInt(at + 1), metadata: { recorded_at: `2026-11-22T${hour}:00:00.000Z` } }))
  const readAll = async function* ({ after = 0n }: { after?: bigint }) {
    yield* all.filter(({ position }) => position > after).slice(0, 1)
  }
  return { read: async () => (isSealed ? all.slice(2, 3) : []), readAll } as unknown as EventStore
}
const events = logOf(['01', '02', '03', '11', '12'], true)

const worker = { projected: () => 1n, processed: () => 1n, runners: () => [], partitions: () => [] } as unknown as Worker

/** Every metric that a service with both roles registers. */
const registry = (): Registry => {
  const { registry } = httpMetrics(new Registry())
  commandCounter(registry)
  readCounter(registry)
  putOffCounter(registry)
  outageGauge(registry, () => false)
  workGauges(registry, { worker, build: undefined, events })
  upkeepGauges(registry, {
    events,
    dataDir: root,
    certificateExpiry: async () => new Date('2027-01-01T00:00:00Z'),
    mongoCertificateExpiry: async () => new Date('2027-01-02T00:00:00Z'),
    now: () => now,
  })
  return registry
}

const named = (text: string): readonly string[] => [
  ...new Set(
    Array.from(text.matchAll(/\b(?:probity|http|process|nodejs)_[a-z0-9_]+/g), ([name]) => name.replace(/_(bucket|count|sum)$/, '')),
  ),
]

for (const [what, text] of [
  ['alerts', Array.from(read('deploy/prometheus/rules.yml').matchAll(/expr: (.*)/g), ([, expression]) => expression).join('\n')],
  ['dashboard', Array.from(read('deploy/grafana/probity.json').matchAll(/"expr": "(.*)"/g), ([, expression]) => expression).join('\n')],
] as const)
  test(`every metric that the ${what} name exists`, async () => {
    const known = new Set((await registry().getMetricsAsJSON()).map(({ name }) => name))
    assert.ok(named(text).length > 5)
    assert.equal(
      named(text).filter((name) => !known.has(name)),
      [],
    )
  })

test('docs/operating/monitoring.md lists every metric with its labels, and no other', async () => {
  const registered = registry()
  const own = (await registered.getMetricsAsJSON()).map(({ name }) => name).filter((name) => /^(probity|http)_/.test(name))
  // Only while new versions of read models are built.
  const expected = [...own, 'probity_build_remaining'].toSorted()
  const rows = [...read('docs/operating/monitoring.md').matchAll(/^\| `(\w+)` \| (\w+) \|([^|]*)\| /gm)]
  assert.equal(rows.map(([, name]) => name).toSorted(), expected)
  for (const [, name = '', type, labels = ''] of filled(rows.filter(([, name]) => own.includes(name ?? '')))) {
    const metric = registered.getSingleMetric(name) as unknown as { readonly labelNames: readonly string[]; readonly type: string }
    assert.equal([metric.type, metric.labelNames], [type, [...labels.matchAll(/`(\w+)`/g)].map(([, label]) => label)], name)
  }
})

test('the disk, the newest seal and the certificates are measured, and what is not there is left out', async () => {
  const text = await registry().metrics()
  assert.match(text, /^probity_seal_age_seconds 3600$/m)
  assert.match(text, /^probity_certificate_expiry_timestamp_seconds 1798761600$/m)
  assert.match(text, /^probity_mongodb_certificate_expiry_timestamp_seconds 1798848000$/m)
  assert.match(text, /^probity_data_folder_free_ratio 0?\.?\d+/m)
  assert.not.match(await upkeepOf(logOf([], false)), /^probity_\w+ /m)
})

const upkeepOf = async (events: EventStore): Promise<string> => {
  const registry = new Registry()
  const without = async () => undefined
  upkeepGauges(registry, {
    events,
    dataDir: join(root, 'nowhere'),
    certificateExpiry: without,
    mongoCertificateExpiry: without,
    now: () => now,
  })
  return registry.metrics()
}

test('a log that nobody ever sealed grows old from its first event on, and one without news since its seal does not', async () => {
  assert.match(await upkeepOf(logOf(['01', '02'], false)), /^probity_seal_age_seconds 39600$/m)
  assert.match(await upkeepOf(logOf(['01', '02', '03'], true)), /^probity_seal_age_seconds 0$/m)
})

test('docs/operating/monitoring.md says for each alert what to do', () => {
  const docs = read('docs/operating/monitoring.md')
  const alerts = Array.from(read('deploy/prometheus/rules.yml').matchAll(/- alert: (\w+)/g), ([, name]) => name ?? '')
  assert.ok(alerts.length > 5)
  assert.equal(
    alerts.filter((name) => !docs.includes(`\`${name}\``)),
    [],
  )
})

const tool = (name: string, version: string) => {
  const path = process.env[name.toUpperCase()] ?? name
  return spawnSync(path, [version]).status === 0 ? path : undefined
}

const promtool = tool('promtool', '--version')
if (promtool)
  test('each alert fires in the case that meets it, and not in the one that just does not (promtool)', () => {
    const { status, stdout, stderr } = spawnSync(promtool, ['test', 'rules', 'rules.test.yml'], { cwd: join(root, 'deploy/prometheus') })
    assert.is(status, 0, `${stdout}${stderr}`)
  })
else console.log('SKIPPED: 1 (no promtool, which comes with prometheus: PROMTOOL names it)')

const kubectl = tool('kubectl', 'help')
if (kubectl)
  test('the Kubernetes base can be built (kubectl kustomize)', () => {
    const { status, stdout, stderr } = spawnSync(kubectl, ['kustomize', join(root, 'deploy/kubernetes')])
    assert.is(status, 0, String(stderr))
    const kinds = Array.from(String(stdout).matchAll(/^kind: (\w+)$/gm), ([, kind]) => kind).sort()
    assert.equal(kinds, [
      'ConfigMap',
      'Deployment',
      'Deployment',
      'PersistentVolumeClaim',
      'PodDisruptionBudget',
      'PodDisruptionBudget',
      'Service',
    ])
  })
else console.log('SKIPPED: 1 (no kubectl: KUBECTL names it)')

const hasSchemas = spawnSync('python3', ['-c', 'import kubernetes_validate']).status === 0
if (kubectl && hasSchemas)
  test('the Kubernetes base follows the published schemas (kubernetes-validate)', () => {
    const folder = mkdtempSync(join(tmpdir(), 'probity-kubernetes-'))
    const file = join(folder, 'base.yaml')
    const validate = (manifests: string) => {
      writeFileSync(file, manifests)
      return spawnSync('python3', ['-m', 'kubernetes_validate', '--strict', file], { encoding: 'utf8' })
    }
    const { stdout: base } = spawnSync(kubectl, ['kustomize', join(root, 'deploy/kubernetes')], { encoding: 'utf8' })
    const { status, stdout, stderr } = validate(base)
    assert.is(status, 0, `${stdout}${stderr}`)
    assert.is.not(validate(base.replace('replicas: 2', 'replicas: two')).status, 0)
    rmSync(folder, { recursive: true })
  })
else console.log('SKIPPED: 1 (no kubernetes-validate, a Python package: it checks the Kubernetes base against the published schemas)')

test.run()
