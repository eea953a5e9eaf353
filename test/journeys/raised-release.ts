// A release that folds businesses anew: its read models, and run as a program the service with them. While the file HELD_BY exists
// its new fold fails on businesses of a certain name.
import { existsSync } from 'node:fs'
import { readConfig } from '../../src/config.ts'
import { projections } from '../../src/projections/all.ts'
import type { BusinessDocument } from '../../src/projections/businesses.ts'
import type { AnyProjection } from '../../src/projections/projection.ts'
import { startService } from '../../src/service.ts'

/** What the new version of the fold makes of a name, so that every answer tells which version it is from. */
export const mark = ' (as of release 2)'

/** What the names of businesses begin with that the new fold may fail on. */
export const trouble = 'Trouble'

/** `isHeld`: whether it fails on them. */
export const raised = (isHeld = () => false): readonly AnyProjection[] =>
  projections.map((each) =>
    each.spec.name === 'businesses'
      ? {
          ...each,
          spec: { ...each.spec, version: each.spec.version + 1 },
          fold: (document, events, key) => {
            const created = events.find((event) => event.type === 'BusinessCreated')
            if (created?.data.name.startsWith(trouble) && isHeld()) throw new Error('the new fold fails')
            const folded = each.fold(document, events, key)
            return folded && created ? { ...folded, name: `${(folded as BusinessDocument).name}${mark}` } : folded
          },
        }
      : each,
  )

if (import.meta.main) {
  const heldBy = process.env.HELD_BY ?? ''
  const service = await startService(readConfig(process.env), { projections: raised(() => existsSync(heldBy)) })
  process.stdout.write(`Probity listens on ${service.url}\n`)
}
