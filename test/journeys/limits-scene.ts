// The one service that all limits are tried on.
import { acme, type Client, startTestService, type TestService, verified } from './service.ts'

/** Filled by `openScene`. */
export const scene = {} as {
  probity: TestService
  client: Client
  /** A business that was verified and has an owner. */
  verifiedId: string
  /** One that nothing is done with. */
  idleId: string
}

export const openScene = async (): Promise<void> => {
  const probity = await startTestService()
  const client = probity.test
  const ownership = [{ person: { name: 'Ann Smith' }, percentage: 100 }]
  const { id: verifiedId } = await verified(client, { ...acme, ownership })
  const { id: idleId } = (await client.post('/v1/businesses', acme)).body
  Object.assign(scene, { probity, client, verifiedId, idleId })
}
