// How kinds of facts about a business are declared. One row says what a fact of the kind is and which events carry it. The schemas of those
// events, the file of facts, its fold and the type of evidence all follow from the rows (in facts.ts).
import { z } from 'zod'
import { type EventOf, type EventSchemas, onTimeline } from './define.ts'
import { Sources } from './parts.ts'

/** Each event names the order that the fact was found for (null: a monitor's re-check) and the fact's sources. */
const found = { order_id: z.uuid().nullable(), sources: Sources }

export type Plain = { readonly [field: string]: unknown }

/** What the event of a change says beside the fact as it now is. */
export type Telling<Shape extends z.ZodRawShape = z.ZodRawShape> = {
  readonly shape: Shape
  readonly tell: (before: Plain, after: Plain) => z.output<z.ZodObject<Shape>>
}

export const telling = <Shape extends z.ZodRawShape>(shape: Shape, tell: Telling<Shape>['tell']): Telling<Shape> => ({ shape, tell })

type Declaration<Field extends string = string> = {
  readonly found: string
  /** Absent: a fact that changed is found again. */
  readonly changed?: string
  readonly telling?: Telling
  /** Absent: a fact that is not found any more stays on file. */
  readonly gone?: string
  /** The field of the event's data that holds the fact; absent: the fact's fields are in the data itself. */
  readonly as?: string
  /** The field that identifies a fact; `id` when absent. */
  readonly id?: Field
  /** Whether new, changed and lost facts are on the timeline of the business. */
  readonly timeline?: true
  /** Whether several searches may find facts of the kind: a fact that two of them find counts once, and no search alone says that one is gone. */
  readonly pooled?: true
}

type Field<Schema extends z.ZodObject> = keyof Schema['shape'] & string

/** A fact without an `id` says which field identifies it. */
type Identified<Schema extends z.ZodObject> =
  'id' extends Field<Schema> ? Declaration<Field<Schema>> : Declaration<Field<Schema>> & { readonly id: Field<Schema> }

export type FactKind = Declaration & {
  readonly schema: z.ZodObject
  /** Whether a business has many facts of the kind, each by its id, or one. */
  readonly many: boolean
  readonly events: EventSchemas
}
export type FactKinds = { readonly [kind: string]: FactKind }

type Named<Declared, Part extends 'found' | 'changed' | 'gone'> = Declared extends { readonly [Each in Part]: infer Type extends string }
  ? Type
  : never
type Data<Schema extends z.ZodObject, Declared> = typeof found &
  (Declared extends { readonly as: infer As extends string } ? { readonly [Each in As]: Schema } : Schema['shape'])
type Told<Declared> = Declared extends { readonly telling: Telling<infer Shape> } ? Shape : unknown

type Events<Schema extends z.ZodObject, Declared> = {
  readonly [Type in Named<Declared, 'found'> | Named<Declared, 'gone'>]: z.ZodObject<Data<Schema, Declared>>
} & { readonly [Type in Named<Declared, 'changed'>]: z.ZodObject<Data<Schema, Declared> & Told<Declared>> }

type Kind<Schema extends z.ZodObject, Declared, Many extends boolean> = Declared & {
  readonly schema: Schema
  readonly many: Many
  readonly events: Events<Schema, Declared>
}

/** A kind of which a business has many facts: `names: fact(FoundName, { as: 'name', found: 'NameFound', gone: 'NameGone' })`. */
export const fact = <Schema extends z.ZodObject, const Declared extends Identified<Schema>>(
  schema: Schema,
  declared: Declared,
): Kind<Schema, Declared, true> => ({ ...declared, schema, many: true, events: eventsOf(schema, declared) })

/** A kind of which a business has one fact: `formation: singleFact(Formation, { found: 'FormationEstablished' })`. */
export const singleFact = <Schema extends z.ZodObject, const Declared extends Pick<Declaration, 'found' | 'gone' | 'as'>>(
  schema: Schema,
  declared: Declared,
): Kind<Schema, Declared, false> => ({ ...declared, schema, many: false, events: eventsOf(schema, declared) })

const eventsOf = <Schema extends z.ZodObject, Declared extends Declaration>(schema: Schema, declared: Declared) => {
  const { as, changed, gone, telling, timeline } = declared
  const data = { ...found, ...(as === undefined ? schema.shape : { [as]: schema }) }
  const event = (what: string, shape: z.ZodRawShape) =>
    timeline && as !== undefined ? onTimeline(`${as}.${what}`, as, z.object(shape)) : z.object(shape)
  return {
    [declared.found]: event('created', data),
    ...(changed === undefined ? {} : { [changed]: event('updated', { ...data, ...telling?.shape }) }),
    ...(gone === undefined ? {} : { [gone]: event('deleted', data) }),
    // The types' names are known to the compiler from the declaration alone.
  } as Events<Schema, Declared>
}

type EachEvents<Kinds extends FactKinds> = Kinds[keyof Kinds & string]['events']
type KeyOf<Each> = Each extends unknown ? keyof Each & string : never
type In<Each, Type extends string> = Each extends { readonly [Key in Type]: infer Schema extends z.ZodObject } ? Schema : never

export type FactSchemas<Kinds extends FactKinds> = {
  readonly [Type in KeyOf<EachEvents<Kinds>>]: In<EachEvents<Kinds>, Type>
}
export type FactEvent<Kinds extends FactKinds> = EventOf<FactSchemas<Kinds>>

/** The schemas of all events that carry facts. */
export const factSchemas = <Kinds extends FactKinds>(kinds: Kinds): FactSchemas<Kinds> =>
  Object.assign({}, ...Object.values(kinds).map(({ events }) => events))
