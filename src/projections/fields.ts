// What a document's fields are called where they are declared, filtered and sorted, and what type of value each holds.

/** The names of its plain values: dotted for one within an object, `tags[]` for the members of a list. */
export type FieldOf<Doc> = { [Name in keyof Doc & string]: Named<Name, NonNullable<Doc[Name]>> }[keyof Doc & string]

type Named<Name extends string, Value> = Value extends readonly (infer Member)[]
  ? Member extends Scalar
    ? `${Name}[]`
    : never
  : Value extends Scalar
    ? Name
    : `${Name}.${keyof Value & string}`

type Scalar = string | number | boolean | null

/** The value of a field; of one member for `tags[]`. */
export type ValueOf<Doc, Field extends string> = Field extends `${infer Name}[]`
  ? MemberOf<At<Doc, Name>>
  : Field extends `${infer Name}.${infer Rest}`
    ? ValueOf<NonNullable<At<Doc, Name>>, Rest>
    : At<Doc, Field>

type At<Doc, Name extends string> = Name extends keyof Doc ? Doc[Name] : never
type MemberOf<Value> = NonNullable<Value> extends readonly (infer Member)[] ? Member : never
