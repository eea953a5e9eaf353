// Names the route that handled a request by its pattern (`/v1/businesses/:id`), for logs and metrics: few values, and no ids in them.
import { matchedRoutes } from 'hono/route'
import type { ProbityContext } from '../../inner/framework/environment.ts'

/** `none` when no route handled it. */
export const routePattern = (c: ProbityContext): string => matchedRoutes(c).findLast(({ method }) => method !== 'ALL')?.path ?? 'none'
