// For answers that go on: a stream lives longer than a key that is revoked or a user who is deactivated.
import type { ProbityContext } from './environment.ts'

/** Whether the credentials of the request still let it in. A request from inside has none, and stays. */
export const isStillLetIn = async (c: ProbityContext): Promise<boolean> => (await c.get('isStillLetIn')?.()) ?? true
