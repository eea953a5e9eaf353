// Objects without their undefined members.

/**
 * The members that are not `undefined`.
 * @example
 * defined({ a: 1, b: undefined }) // => { a: 1 }
 */
export const defined = <Given extends object>(given: Given): { [Field in keyof Given]: Exclude<Given[Field], undefined> } =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [Field in keyof Given]: Exclude<Given[Field], undefined>
  }
