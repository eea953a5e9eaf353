// How a published file is described: a data set has layouts, a layout names its columns and says what record a row makes.
// `import.ts` reads files by these descriptions; the families' own files hold them.

import type { Cell } from './fields.ts'
import type { Family, RecordOf } from './records.ts'

/** A row by the layout's own names of its columns, cleaned: null for an empty cell and for the file's word for nothing. */
export type Row<Field extends string> = { readonly [field in Field]: Cell }

/** Where a row stands: file name without folders, and line counted from 1. */
export type Place = { readonly file: string; readonly line: number }

/** What importers put records into. Keys are unique in a data set. */
export type Records<R> = {
  /** `replaced`: a record of that key was there; this one stands now. */
  put(key: string, record: R): 'new' | 'replaced'
  get(key: string): R | undefined
  /** Has later rows find the record of that key by this name, too. */
  alias(name: string, key: string): void
  keyOf(alias: string): string | undefined
}

/** One of the published forms of a file. */
export type Layout<F extends Family, Field extends string = string> = {
  /** What the file tells, in a word or two for reports: `addresses`. */
  readonly part: string
  readonly form: Form<Field>
  /** Columns without which a file is not of this layout. */
  readonly required: readonly NoInfer<Field>[]
  /** Cells that go on in another row: their spaces at both ends are kept. */
  readonly continued?: readonly NoInfer<Field>[]
  /** The file's own word for an empty cell. */
  readonly nothing?: string
  /** @throws Unreadable when the row cannot be made a record */
  read(row: Row<Field>, records: Records<RecordOf[F]>, place: Place): void
}

export type Form<Field extends string> =
  /** Published names of each column, of which the first found counts; letters and digits alone are compared. */
  | {
      readonly type: 'headed'
      readonly separator: ',' | '\t' | '|'
      readonly columns: { readonly [field in Field]: string | readonly string[] }
    }
  /** No header: columns in their order. A layout is told from its neighbours by the number of cells in the first row. */
  | { readonly type: 'unheaded'; readonly separator: ','; readonly columns: readonly Field[] }
  /** Fixed width in bytes: first byte and the one after the last, counted from 0. */
  | {
      readonly type: 'fixed'
      readonly width: number
      /** Programs that take the spaces off a line's end leave it so short, but no shorter. */
      readonly shortest: number
      /** What the name of such a file contains, in small letters, where nothing in it tells it from its neighbours. */
      readonly named?: string
      readonly columns: { readonly [field in Field]: readonly [from: number, to: number] }
    }

export type DataSet<F extends Family = Family> = {
  /** The name on the command line and the type of its sources. */
  readonly kind: string
  readonly title: string
  readonly agency: string
  readonly family: F
  /** Whose registry it is, by two letters. */
  readonly state?: string
  /** In the order in which they are to be read: what others refer to comes first. */
  readonly layouts: readonly Layout<F>[]
  /** Where the agency publishes the current files; empty where it offers no plain download. */
  readonly urls: readonly string[]
  /** What to do where there are no addresses. */
  readonly toFetch?: string
  /** The page of a row's record, when the agency has one. */
  readonly url?: (record: RecordOf[F]) => string | null
  /** The field whose newest value is the data's own date or edition, when neither a file's name nor its server tells a date. */
  readonly newest?: keyof RecordOf[F] & string
}

/** A row that cannot be made a record; the message says why, for the list of rejected rows. */
export class Unreadable extends Error {}

/** @throws Unreadable naming the column that is empty */
export function need(cell: Cell, column: string): string {
  if (cell === null) throw new Unreadable(`no ${column}`)
  return cell
}

/** Makes layouts of one family, each checked against the names of its own columns. */
export function layoutsOf<F extends Family>(): <Field extends string>(layout: Layout<F, Field>) => Layout<F> {
  return (layout) => layout
}
