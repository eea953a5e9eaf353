// The filters of an export, kept beside it. An export is continued with the same ones only.
import { existsSync, readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { writeWhole } from '../stores/files.ts'
import { type ExportFilter, OtherExport } from './export.ts'

const options = { account: '--account', types: '--type', from: '--from', to: '--to' } as const

/**
 * Notes the filter of a new export, or of one that has no note, as those of earlier releases.
 * @param isBegun whether there is something to continue
 * @throws OtherExport naming the options that differ
 */
export const noteFilter = async (
  note: string,
  { types, ...filter }: ExportFilter,
  { place, isBegun }: { readonly place: string; readonly isBegun: boolean },
): Promise<void> => {
  const asked = JSON.parse(JSON.stringify({ ...filter, types: types?.toSorted() })) as Noted
  if (!isBegun || !existsSync(note)) return writeWhole(note, `${JSON.stringify(asked, null, 2)}\n`)
  const noted = notedIn(note)
  const other = Object.entries(options).flatMap(([name, option]) =>
    isDeepStrictEqual(noted[name as keyof ExportFilter], asked[name as keyof ExportFilter]) ? [] : [option],
  )
  if (other.length > 0)
    throw new OtherExport(
      `${place} was begun with other filters: ${other.join(' and ')} ${other.length > 1 ? 'differ' : 'differs'} from ${note}; give the same, or choose another place`,
    )
}

type Noted = { readonly [Name in keyof ExportFilter]?: unknown }

/** Earlier releases kept the types as they were given. */
const notedIn = (note: string): Noted => {
  try {
    const { types, ...noted } = JSON.parse(readFileSync(note, 'utf8')) as Noted
    return { ...noted, ...(Array.isArray(types) ? { types: types.toSorted() } : {}) }
  } catch (error) {
    throw new OtherExport(`${note} does not say what was exported (${(error as Error).message}): choose another place`)
  }
}
