/** The import rules of the rooms: who may import whom (docs/architecture.md). */
const room = (name) => `^src/${name}/`
const place = (name) => (name.includes('.') ? `^src/${name}` : room(name))
const only = (from, allowed) => ({
  name: `${from}-imports`,
  severity: 'error',
  comment: `src/${from} may import only: ${[from, ...allowed].join(', ')}`,
  from: { path: room(from) },
  to: { path: '^src/', pathNot: [from, ...allowed].map(place) },
})

/** The parts of evidence that look nothing up: what its findings are, and how names and addresses are compared. */
const evidenceParts = [
  'evidence/ports.ts',
  'evidence/products/products.ts',
  'evidence/identities.ts',
  'evidence/links.ts',
  'evidence/signals',
  'evidence/registrations',
  'evidence/reference/sample-version.ts',
  'evidence/reference/sanctions-lists.ts',
  'evidence/website/addresses.ts',
  'evidence/website/finding.ts',
  'evidence/matching/addresses.ts',
  'evidence/matching/thresholds.ts',
  'evidence/matching/word-marks.ts',
  'evidence/verdict.ts',
]

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', comment: 'a cycle of types counts too', from: {}, to: { circular: true } },
    { name: 'no-orphan-package', severity: 'error', from: { path: '^src' }, to: { dependencyTypes: ['npm-dev', 'npm-no-pkg'] } },
    { name: 'src-never-tests', severity: 'error', from: { path: '^src' }, to: { path: '^(test|bench|scripts)/' } },
    only('events', []),
    only('stores', ['events']),
    only('commands', ['events', 'stores', 'evidence/matching/link-keys.ts', 'evidence/matching/parties.ts', 'evidence/matching/people.ts', 'evidence/matching/registration-names.ts', 'evidence/matching/thresholds.ts', 'evidence/matching/states.ts', 'evidence/verdict.ts']),
    only('projections', ['events', 'stores', 'commands/risk.ts', 'commands/risk-table.ts', 'evidence/links.ts', 'evidence/matching', 'evidence/verdict.ts']),
    only('evidence', ['events/parts.ts', 'events/entity-types.ts', 'events/derived-id.ts', 'events/keys-of.ts', 'events/own-value.ts', 'events/years.ts', 'stores/folders.ts', 'stores/lock-file.ts']),
    only('processes', ['interface', 'commands', 'projections', 'evidence', 'events', 'stores']),
    only('auth', ['commands', 'projections', 'events', 'stores']),
    only('audit', ['commands', 'events', 'stores', 'projections']),
    only('interface', ['events', 'projections', 'commands', 'stores', ...evidenceParts]),
    // Documents are rendered behind the same functions for routes and pages; what renders them knows neither.
    only('inner', ['interface', 'documents', 'auth', 'commands', 'projections', 'events', 'stores', ...evidenceParts]),
    only('documents', ['interface', 'events', 'projections']),
    only('pages', ['interface', 'inner', 'auth', 'events/derived-id.ts', 'events/keys-of.ts', 'events/own-value.ts']),
    only('http', ['interface', 'inner', 'documents', 'commands', 'projections', 'auth', 'events', 'stores', ...evidenceParts]),
    {
      name: 'routes-are-imported-by-nobody',
      severity: 'error',
      comment: 'only the list of all routes is taken from http/routes, by what composes the service',
      from: { path: '^src/', pathNot: '^src/http/routes/' },
      to: { path: '^src/http/routes/', pathNot: '^src/http/routes/all.ts$' },
    },
    {
      name: 'routes-are-mounted-by-the-composition',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/http/routes/', '^src/composition/'] },
      to: { path: '^src/http/routes/' },
    },
    {
      name: 'deciders-are-pure',
      severity: 'error',
      comment: 'only commands/handler.ts touches the store, with commands/claims.ts as its part',
      from: { path: '^src/commands/', pathNot: '^src/commands/(handler|claims).ts$' },
      to: { path: '^src/stores/', dependencyTypesNot: ['type-only'] },
    },
  ],
  options: { doNotFollow: { path: 'node_modules' }, tsPreCompilationDeps: true, tsConfig: { fileName: 'tsconfig.json' }, enhancedResolveOptions: { extensions: ['.ts', '.js', '.mjs', '.cjs', '.json'], exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] } },
}
