// What every request carries through the edge (`c.get('principal')`, ...) and the types that routes are written against.
import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import type { Logger } from 'pino'
import type { Principal } from '../auth/principal.ts'
import type { SignedIn } from '../auth/sessions.ts'

/** Whom a page speaks for when it asks the API from inside; nothing that comes in over the socket can set it. */
export type Caller = { readonly principal: Principal; readonly requestId: string; readonly read: Set<string> | undefined }

export type ProbityEnv = {
  Bindings: Partial<HttpBindings> & { readonly caller?: Caller }
  Variables: {
    requestId: string
    /** Below /v1 always there. */
    principal: Principal
    /** Below /v1 with an Idempotency-Key: the same for the same request sent again, so that ids derived from it are too. */
    idempotencySeed: string | undefined
    /** The stream of this request's last write that the read models did not pass in time. */
    behindOn?: string
    /** The members of the body that nothing reads. */
    ignored?: readonly string[]
    /** The objects that this request reads, where an access log is kept. */
    read?: Set<string>
    log: Logger
    /** On pages behind the sign-in always there. */
    signedIn: SignedIn
  }
}

export type ProbityApp = Hono<ProbityEnv>

export type ProbityContext = Context<ProbityEnv>

/** Adds the routes of one capability to the app; `createApp` takes a list of these. */
export type Routes = (app: ProbityApp) => void
