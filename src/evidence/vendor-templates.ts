// Templates in configuration files for vendors: `{field}` is replaced by a value to send, `${NAME}` by an environment variable, and a
// dotted path selects a part of an answer.

type Values = { readonly [field: string]: unknown }

/** The address with its fields filled in and URL-encoded. */
export const addressWith = (url: string, values: Values): string =>
  url.replaceAll(/\{(\w+)\}/g, (_, field: string) => encodeURIComponent(String(values[field] ?? '')))

/** The template with its fields filled in. A string that is exactly one field becomes the value itself, even a list or an object. */
export const filled = (template: unknown, values: Values): unknown => {
  if (typeof template === 'string') {
    const whole = /^\{(\w+)\}$/.exec(template)?.[1]
    if (whole !== undefined) return values[whole] ?? null
    return template.replaceAll(/\{(\w+)\}/g, (_, field: string) => String(values[field] ?? ''))
  }
  if (Array.isArray(template)) return template.map((each) => filled(each, values))
  if (typeof template !== 'object' || template === null) return template
  return Object.fromEntries(Object.entries(template).map(([name, each]) => [name, filled(each, values)]))
}

/** The headers with their secrets. @throws Error naming a variable that is not set */
export const headersWith = (
  headers: Readonly<Record<string, string>>,
  environment: { readonly [name: string]: string | undefined },
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, text]) => [
      name,
      text.replaceAll(/\$\{(\w+)\}/g, (_, variable: string) => {
        const value = environment[variable]
        if (value === undefined) throw new Error(`names the environment variable ${variable}, which is not set`)
        return value
      }),
    ]),
  )

/** The value at a dotted path. Numbers index lists; the empty path is the value itself. */
export const at = (value: unknown, path: string): unknown =>
  path === ''
    ? value
    : path
        .split('.')
        .reduce<unknown>(
          (held, name) =>
            typeof held === 'object' && held !== null && Object.hasOwn(held, name) ? (held as Record<string, unknown>)[name] : undefined,
          value,
        )
