// The source that the sandbox's made-up evidence names.
import { derivedId } from '../../events/derived-id.ts'
import { sourceInOrder } from '../../events/parts.ts'
import type { Source } from '../ports.ts'

/** A separate namespace for the ids of made-up sources. */
const namespace = 'e7a1c3f2-5b64-4f0e-9c1d-2a8b7d6e5f40'

type Told = { readonly version?: string; readonly as_of?: string | null }

/** `as_of`: the date that its publisher would give; null: none. */
export const source = (row: string, { version = '1', as_of = null }: Told = {}): Source => {
  const metadata = { data_set: 'sandbox', version, row, ...(as_of === null ? {} : { as_of }) }
  return sourceInOrder({ id: derivedId(JSON.stringify(['sandbox', metadata]), namespace), type: 'sandbox', metadata })
}
