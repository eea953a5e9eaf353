// Sources of records: which row of which version of which data set a fact was taken from.

import { v5 as uuidV5 } from 'uuid'
import type { Source } from '../ports.ts'

/** Ids of sources are derived under this name space, so that the same row of the same version is the same source everywhere. */
const sourceSpace = 'b0c5a2de-6c0f-5d0e-9f5b-4f4a7e3c8d21'

export function sourceOf(type: string, metadata: Source['metadata']): Source {
  return { id: uuidV5(JSON.stringify([type, metadata.version, metadata.row]), sourceSpace), type, metadata }
}
