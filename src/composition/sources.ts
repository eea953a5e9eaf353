// The sources of facts of a running service, by mode: made up in the sandbox, real for live businesses.
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Load } from '../commands/handler.ts'
import { referenceData } from '../commands/reference-data.ts'
import type { Config } from '../config.ts'
import type { Mode } from '../events/modes.ts'
import type { FilingSource } from '../evidence/filing/filing-source.ts'
import { readFilingSource } from '../evidence/filing/http-filing.ts'
import type { IdentitySource } from '../evidence/identities.ts'
import { type RiskLists, readRiskLists } from '../evidence/industry/risk-lists.ts'
import type { EvidenceSource } from '../evidence/ports.ts'
import { type MailNames, mailNames } from '../evidence/products/email.ts'
import { bothSources } from '../evidence/products/two-sources.ts'
import { noVendors, readVendors, type Vendors } from '../evidence/products/vendors.ts'
import { citedRowOrNone } from '../evidence/reference/cited-row.ts'
import { currentMark, readCurrent } from '../evidence/reference/folder.ts'
import { referenceIdentities } from '../evidence/reference/identities.ts'
import { dataSets } from '../evidence/reference/kinds.ts'
import { lienSearches } from '../evidence/reference/lien-search.ts'
import { linkedEntities } from '../evidence/reference/linked-entities.ts'
import { loadSample, sampleInUse } from '../evidence/reference/sample.ts'
import { isSample } from '../evidence/reference/sample-version.ts'
import { openReferenceSource } from '../evidence/reference/source.ts'
import { loadedKinds, type ReferenceVersions, referenceVersions } from '../evidence/reference/watch.ts'
import type { Jurisdictions } from '../evidence/registrations/jurisdictions.ts'
import { jurisdictionsIn } from '../evidence/registrations/published-lists.ts'
import { sandboxIdentities } from '../evidence/sandbox/identities.ts'
import { sandboxVendors } from '../evidence/sandbox/products.ts'
import { openSandbox } from '../evidence/sandbox/sandbox.ts'
import type { SiteProbe, WebsiteSource } from '../evidence/website/finding.ts'
import type { Monitored } from '../inner/business/related.ts'
import type { CitedRows } from '../inner/cited-rows.ts'
import type { LoadedData, LoadedLists } from '../inner/loaded-data.ts'
import type { ServiceHealth } from '../inner/service-health.ts'
import type { IdentityLookUp } from '../inner/shown-connections.ts'
import { canWatch } from '../processes/findings/products.ts'
import { openMemo } from '../stores/memo.ts'

type InModes<Source> = { readonly [mode in Mode]: Source }

/** The content of the operator's files. They are read before the stores are opened, so that a mistake in them has no other effects. */
export type ConfiguredSources = {
  readonly riskLists: RiskLists
  readonly filing: FilingSource | null
  readonly vendors: Vendors
}

/** @throws WrongRiskLists, WrongFilingConfig, WrongSourcesConfig */
export const readConfiguredSources = async ({ web, lienFilingConfig, sourcesConfig }: Config): Promise<ConfiguredSources> => ({
  riskLists: await readRiskLists(web.industryRiskFile),
  filing: lienFilingConfig === null ? null : readFilingSource(lienFilingConfig, process.env),
  vendors: sourcesConfig === null ? noVendors : readVendors(sourcesConfig, { environment: process.env, allowLoopback: web.allowLoopback }),
})

export type Sources = {
  readonly evidence: InModes<EvidenceSource>
  readonly identities: InModes<IdentitySource>
  readonly websites: InModes<WebsiteSource>
  readonly siteProbes: InModes<SiteProbe>
  readonly vendors: InModes<Vendors>
  readonly monitorable: Monitored['monitorable']
  readonly mailNames: InModes<MailNames | null>
  readonly riskLists: RiskLists
  readonly filing: FilingSource | null
  readonly references: ReferenceVersions
  readonly linked: IdentityLookUp['linked']
  readonly jurisdictions: () => Jurisdictions
  readonly citedRow: CitedRows['citedRow']
  readonly loadedData: LoadedData['loadedData']
  readonly loadedLists: LoadedLists['loadedLists']
  readonly dataInUse: ServiceHealth['dataInUse']
  /** Of the reference data. */
  readonly referenceFolder: string
  readonly close: () => Promise<void>
}

type SourcesOptions = {
  readonly now: () => Date
  readonly log: Logger
  /** Of the streams that say which versions came into use. */
  readonly load: Load
}

export const openSources = async (
  config: Config,
  { riskLists, filing, vendors }: ConfiguredSources,
  { now, log, load }: SourcesOptions,
): Promise<Sources> => {
  const referenceFolder = join(config.dataDir, 'reference')
  const lost = currentMark(referenceFolder) === '' ? await publishedKinds(load) : []
  if (lost.length > 0)
    log.error(
      { kinds: lost, folder: referenceFolder },
      'the published reference data is gone, and the invented sample does not stand in for it: live checks say that nothing is loaded until it is restored or imported again',
    )
  const loaded = lost.length > 0 ? [] : await loadSample({ folder: referenceFolder })
  const invented = sampleInUse(referenceFolder)
  // A first start says so beside the keys.
  if (invented.length > 0 && loaded.length === 0)
    log.warn({ kinds: invented }, 'the reference data is an invented sample: live keys find nothing real until published data is imported')
  const live = await openReferenceSource({ folder: referenceFolder })
  const sandbox = openSandbox()
  const liveWebsites: WebsiteSource = whenFirstAsked(async () =>
    (await import('../evidence/website/website.ts')).openWebsites({ ...config.web, now }),
  )
  const sandboxWebsites: WebsiteSource = whenFirstAsked(async () => (await import('../evidence/sandbox/website.ts')).sandboxWebsites)
  const siteProbe: SiteProbe = whenFirstAsked(async () => (await import('../evidence/website/site-probe.ts')).openSiteProbe(config.web))
  // Reads the vocabulary of published names before the first user types. The sample's is small, and its thread may never be needed.
  if (config.roles.includes('api') && invented.length === 0) void live.reference.autocomplete({ name: 'abc' }).catch(() => undefined)
  const liens = lienSearches({ reference: live.reference, loaded: loadedKinds({ folder: referenceFolder }), now })
  const inModes = { test: sandboxVendors, live: { ...vendors, products: bothSources(vendors.products, liens) } }
  return {
    evidence: { test: sandbox, live },
    identities: { test: sandboxIdentities(sandbox), live: referenceIdentities(live.reference, live, siteProbe) },
    websites: { test: sandboxWebsites, live: liveWebsites },
    siteProbes: { test: async () => null, live: siteProbe },
    vendors: inModes,
    monitorable: (mode, type) => canWatch(type, inModes[mode].products),
    mailNames: { test: null, live: mailNames() },
    riskLists,
    filing,
    references: referenceVersions({ folder: referenceFolder }),
    linked: (mode) => async (links) => (mode === 'live' ? linkedEntities(live.reference, links) : { entities: [], counts: {} }),
    jurisdictions: jurisdictionsIn(join(config.dataDir, 'jurisdictions')),
    citedRow: (citation) => citedRowOrNone(referenceFolder, citation),
    loadedData: () =>
      Object.entries(readCurrent(referenceFolder)).map(([kind, { version, imported_at }]) => ({
        kind,
        version,
        importedAt: imported_at,
        isSample: isSample(version),
      })),
    loadedLists: () => live.reference.lists(),
    dataInUse: () => live.reference.versions(),
    referenceFolder,
    close: live.close,
  }
}

/** The kinds whose last version on record was published data: of these nobody wants to read invented records, should the folder be empty. */
const publishedKinds = async (load: Load): Promise<readonly string[]> => {
  const noted = await Promise.all(dataSets.map(async ({ kind }) => ({ kind, ...(await load(referenceData, kind)) })))
  return noted.flatMap(({ kind, version }) => (version === null || isSample(version) ? [] : [kind]))
}

/**
 * The code that reads websites is loaded with the first one, because it takes memory, and time at the start, that a service without websites never needs.
 * It is loaded again where that failed, as while the process has too many files open.
 */
const whenFirstAsked = <Given extends readonly unknown[], Answer>(
  load: () => Promise<(...given: Given) => Promise<Answer>>,
): ((...given: Given) => Promise<Answer>) => {
  const loaded = openMemo<(...given: Given) => Promise<Answer>>(1)
  return async (...given) => (await loaded.get('', load))(...given)
}
