// The build of a new release's read models, for the operator: its progress, abandon it, resume it.

import type { ProbityApp } from '../../inner/framework/environment.ts'
import { badRequest } from '../../interface/errors.ts'
import { BuildRefused } from '../../projections/build-beside.ts'

export type BuildProgress = {
  readonly collections: readonly string[]
  readonly state: 'building' | 'abandoned'
  readonly position: string
  readonly end: string
  readonly seconds_left: number | null
}

export type BuildControls = {
  /** null once the new versions are active. */
  readonly progress: () => BuildProgress | null
  readonly abandon: () => Promise<void>
  readonly resume: () => Promise<void>
}

/** `routes` is behind the operator's token. */
export const buildDesk = (routes: ProbityApp, build: BuildControls | null): void => {
  const running = (): BuildControls & { readonly collections: readonly string[] } => {
    const collections = build?.progress()?.collections
    if (!build || !collections) throw badRequest('nothing is being built')
    return { ...build, collections }
  }
  const done = async (work: Promise<void>) =>
    work.catch((error: unknown) => {
      throw error instanceof BuildRefused ? badRequest(error.message) : error
    })

  routes.get('/build', (c) => c.json({ data: [build?.progress() ?? null].filter((progress) => progress !== null) }))

  routes.post('/build/abandon', async (c) => {
    const { abandon, collections } = running()
    await done(abandon())
    return c.json({ collections, state: 'abandoned' })
  })

  routes.post('/build/resume', async (c) => {
    const { resume, collections } = running()
    await done(resume())
    return c.json({ collections, state: 'building' })
  })
}
