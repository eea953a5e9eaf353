// What each request carries through the edge (`c.get('principal')`, ...), and the types that routes use.
import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import type { Logger } from 'pino'
import type { Principal } from '../../auth/principal.ts'
import type { SignedIn } from '../../auth/sessions.ts'
import type { Change } from '../../interface/version-changes.ts'
import type { CaughtUp } from '../../projections/read-your-writes.ts'
import type { EdgeShares } from './edge-shares.ts'

/** The principal of a page that calls the API inside the process. No request from outside can set it. */
export type Caller = {
  readonly principal: Principal
  readonly requestId: string
  readonly read: Set<string> | undefined
  readonly shares: EdgeShares | undefined
}

export type ProbityEnv = {
  Bindings: Partial<HttpBindings> & { readonly caller?: Caller }
  Variables: {
    requestId: string
    /** What the link of a guest is for. */
    guestOf?: string
    /** Always set at the edge. */
    shares?: EdgeShares
    /** Always set below /v1. */
    principal: Principal
    /** Whether the credentials of the request still let it in: for answers that go on. Absent: it came from inside. */
    isStillLetIn?: () => Promise<boolean>
    /** Set below /v1 with an Idempotency-Key. It is the same for a repeated request, and so are the ids derived from it. */
    idempotencySeed: string | undefined
    /** The stream of this request's last write, if the read models did not reach it in time. */
    behindOn?: string
    /** Set on writes: an object that a write names may be in the log and not yet in the read models. */
    caughtUp?: CaughtUp
    /** What the version of the interface that the request is for has otherwise than the newest one. Absent: nothing. */
    versionChanges?: readonly Change[]
    /** The unknown members of the body. */
    ignored?: readonly string[]
    /** The objects that this request reads, if there is an access log. */
    read?: Set<string>
    /** The tools that an assistant called with this request. */
    tools?: readonly string[]
    log: Logger
    /** Always set on pages that need a sign-in. */
    signedIn: SignedIn
  }
}

export type ProbityApp = Hono<ProbityEnv>

export type ProbityContext = Context<ProbityEnv>

/** Adds the routes of one capability to the app; `createApp` takes a list of these. */
export type Routes = (app: ProbityApp) => void
