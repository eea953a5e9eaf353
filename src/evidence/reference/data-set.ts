// Describes published files: a data set has layouts, and a layout names its columns and turns a row into a record.
// `import.ts` reads files by these descriptions. Each family has a file with its own descriptions.

import type { Cell } from './fields.ts'
import type { Family, RecordOf } from './records.ts'
import type { XmlElement } from './xml-elements.ts'

/** A cleaned row, by the layout's own column names. An empty cell, or the file's own word for empty, is null. */
export type Row<Field extends string> = { readonly [field in Field]: Cell }

/** Where a row is: the file name without folders, and the line counted from 1. */
export type Place = { readonly file: string; readonly line: number }

/** Importers put records into it. Keys are unique within a data set. */
export type Records<R> = {
  /** `replaced`: this record replaced an earlier one with the same key. */
  put(key: string, record: R): 'new' | 'replaced'
  get(key: string): R | undefined
  /** Lets later rows find the record of that key by this name too. */
  alias(name: string, key: string): void
  keyOf(alias: string): string | undefined
}

/** One of the published forms of a file. */
export type Layout<F extends Family, Field extends string = string> = TableLayout<F, Field> | XmlLayout<F> | LinesLayout<F>

/** A file of rows with columns. */
export type TableLayout<F extends Family, Field extends string = string> = {
  /** What the file holds, in a word or two for reports: `addresses`. */
  readonly part: string
  readonly form: Form<Field>
  /** The columns that a file must have to be of this layout. */
  readonly required: readonly NoInfer<Field>[]
  /** Columns whose text continues in another row. Their leading and trailing spaces are kept. */
  readonly continued?: readonly NoInfer<Field>[]
  /** The file's own words for an empty cell. */
  readonly nothing?: readonly string[]
  /** @throws Unreadable when the row cannot become a record */
  read(row: Row<Field>, records: Records<RecordOf[F]>, place: Place): void
}

/** A file of XML elements. */
export type XmlLayout<F extends Family> = {
  readonly part: string
  readonly form: {
    readonly type: 'xml'
    /** The outermost element, by which a file is known. */
    readonly root: string
    /** The elements that are entries, wherever they stand. */
    readonly entries: readonly string[]
    /** Other elements that tell about entries. */
    readonly aside?: readonly string[]
    /** The attribute of the outermost element that dates the file. */
    readonly dated?: string
  }
  /** Called once per file, so that it can keep what earlier elements say of later ones. */
  reader(): {
    entry(element: XmlElement, records: Records<RecordOf[F]>): void
    readonly aside?: (element: XmlElement) => void
  }
}

/** A file with a JSON object on each line, or with objects in the first list within one object. */
export type LinesLayout<F extends Family> = {
  readonly part: string
  readonly form: {
    readonly type: 'json lines' | 'json list'
    /** The members that the first object must have. */
    readonly members: readonly string[]
  }
  reader(): (object: Readonly<Record<string, unknown>>, records: Records<RecordOf[F]>) => void
}

export type Form<Field extends string> =
  /** The published names of each column; the first one found counts. Only letters and digits are compared. */
  | {
      readonly type: 'headed'
      readonly separator: ',' | '\t' | '|' | ';'
      readonly columns: { readonly [field in Field]: string | readonly string[] }
    }
  /** For files without a header: the columns in order. The number of cells in the first row distinguishes the layouts. */
  | { readonly type: 'unheaded'; readonly separator: ','; readonly columns: readonly Field[] }
  /** For fixed widths, in bytes: the first byte and the one after the last, counted from 0. */
  | {
      readonly type: 'fixed'
      readonly width: number
      /** The minimum length of a line whose trailing spaces were removed. */
      readonly shortest: number
      /** A part of the file's name, in lower case, for files whose content does not distinguish their layouts. */
      readonly named?: string
      readonly columns: { readonly [field in Field]: readonly [from: number, to: number] }
    }

/** `lately filed`: the files hold only what was filed in some weeks. The registry may have more. */
export type Coverage = 'all' | 'lately filed'

export type DataSet<F extends Family = Family> = {
  /** The name on the command line and the type of its sources. */
  readonly kind: string
  readonly title: string
  readonly agency: string
  readonly family: F
  /** The two letters of the state whose registry this is. */
  readonly state?: string
  /** In reading order: files that others refer to come first. */
  readonly layouts: readonly Layout<F>[]
  /** The parts that are imported together or not at all, each with the name under which it is published. */
  readonly together?: readonly { readonly part: string; readonly file: string }[]
  /** Where the agency publishes the current files; empty if it offers no plain download. */
  readonly urls: readonly string[]
  /** How to get the files when there are no addresses. */
  readonly toFetch?: string
  /** The page of a row's record, when the agency has one. */
  readonly url?: (record: RecordOf[F]) => string | null
  /** The field whose newest value dates the data, when neither the file, its name nor the server does. */
  readonly newest?: keyof RecordOf[F] & string
  /** What files with these names hold; `first` and `last` are the least and the greatest value of `newest` in them. Absent: all of the registry. */
  readonly coverage?: (told: { readonly files: readonly string[]; readonly first: string | null; readonly last: string | null }) => Coverage
  /** The rows do not say whether an entity is active. A list of all active entities says so by its title; one of the lately filed does not. */
  readonly lacksStatus?: true
}

/** A row that cannot become a record. The message says why and appears in the list of rejected rows. */
export class Unreadable extends Error {}

/** @throws Unreadable naming the column that is empty */
export function need(cell: Cell, column: string): string {
  if (cell === null) throw new Unreadable(`no ${column}`)
  return cell
}

/** Makes the table layouts of one family. The compiler checks each against its own column names. */
export function layoutsOf<F extends Family>(): <Field extends string>(layout: TableLayout<F, Field>) => Layout<F> {
  return (layout) => layout
}
