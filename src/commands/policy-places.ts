// Where something is wrong in a policy, in words for people. Paths count from 0, people from 1.

/**
 * The place within the rules, as it stands before a message; empty for a path that is of no rule.
 * @example
 * ruleAt('rules.1.when.and.0') // => 'rule 2 (when.and.0): '
 * ruleAt('definition.rules.0') // => 'rule 1: '
 * ruleAt('name') // => ''
 */
export const ruleAt = (path: string): string => {
  const [, index, within] = /^(?:definition\.)?rules\.(\d+)(?:\.(.+))?$/.exec(path) ?? []
  if (index === undefined) return ''
  return `rule ${Number(index) + 1}${within === undefined ? '' : ` (${within})`}: `
}
