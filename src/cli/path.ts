// Paths of requests that a user has a part in.

/**
 * What stands in the braces is one part of the path, whatever signs it has.
 * @example
 * path`/liens/${'a/b?c'}/steps` // => '/liens/a%2Fb%3Fc/steps'
 */
export const path = (texts: TemplateStringsArray, ...values: readonly (string | undefined)[]): string =>
  String.raw({ raw: texts }, ...values.map((value) => encodeURIComponent(String(value))))
