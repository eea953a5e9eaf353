declare module 'json-logic-js' {
  const jsonLogic: {
    apply(logic: unknown, data: unknown): unknown
    add_operation(name: string, operation: (...values: unknown[]) => unknown): void
    truthy(value: unknown): boolean
  }
  export default jsonLogic
}
