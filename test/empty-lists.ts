// Finds the assertions that an empty list would keep from ever failing: in a loop over a list, or of every member of one, where nothing says
// that the list has members. Reads the syntax of the test files, and follows names to their constants and functions, also through imports.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

/**
 * The lists of a file that may be empty, each as `LINE: LIST`.
 * @example
 * doubtfulLists('a.test.ts', 'for (const each of found) assert.ok(each)') // => ['1: found']
 */
export const doubtfulLists = (file: string, text: string): readonly string[] => {
  const source = parsed(file, text)
  return within(source)
    .flatMap(listOf)
    .filter((list) => !isSure(list) && !isCounted(list))
    .map((list) => `${source.getLineAndCharacterOfPosition(list.getStart()).line + 1}: ${list.getText()}`)
}

const sources = new Map<string, ts.SourceFile>()

const parsed = (file: string, text: string): ts.SourceFile => {
  const known = sources.get(file)
  if (known?.text === text) return known
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  sources.set(file, source)
  return source
}

/** The node and all below it. */
const within = (node: ts.Node): readonly ts.Node[] => {
  const all: ts.Node[] = []
  const visit = (each: ts.Node): void => {
    all.push(each)
    ts.forEachChild(each, visit)
  }
  visit(node)
  return all
}

/** The list that an asserting loop, or an assertion on every member, goes through. */
const listOf = (node: ts.Node): readonly ts.Expression[] => {
  if (ts.isForOfStatement(node)) return asserts(node.statement) ? [node.expression] : []
  const called = methodOf(node)
  if (!called || !ts.isCallExpression(node)) return []
  if (called.method === 'every' && assertionOf(node)) return [called.of]
  if (called.method === 'some' && assertionOf(node)?.startsWith('assert.not')) return [called.of]
  return called.method === 'forEach' && node.arguments.some((each) => asserts(each)) ? [called.of] : []
}

const methodOf = (node: ts.Node) =>
  ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)
    ? { of: node.expression.expression, method: node.expression.name.text }
    : null

const isAssertion = (node: ts.Node): node is ts.CallExpression => ts.isCallExpression(node) && /^assert\b/.test(node.expression.getText())

/** The name of the assertion that is given what comes of it. */
const assertionOf = (node: ts.Node): string | null => {
  if (isAssertion(node)) return node.expression.getText()
  return ts.isStatement(node) ? null : assertionOf(node.parent)
}

/** Whether it asserts something, or calls or is a function that does. */
const asserts = (node: ts.Node, followed: readonly ts.Node[] = []): boolean =>
  within(node).some((part) => {
    if (isAssertion(part)) return true
    if (!ts.isIdentifier(part) || (part !== node && !(ts.isCallExpression(part.parent) && part.parent.expression === part))) return false
    const called = meantBy(part, isTest)
    return called !== null && ts.isFunctionLike(called) && !followed.includes(called) && asserts(called, [...followed, called])
  })

/** What gives as many members as the list that it is called on, or as its first argument. */
const keepingMethods = /^(map|entries|keys|values|toSorted|toReversed|with|fill|concat|split)$/
const keepingFunctions = /^(Object\.(entries|keys|values|fromEntries)|Promise\.(all|allSettled)|Array\.from)$/

/** Whether a list has members wherever the test comes to it. */
const isSure = (list: ts.Node | null | undefined): boolean => {
  if (!list) return false
  if (isSaidToBeFilled(list)) return true
  if (ts.isStringLiteralLike(list)) return list.text !== ''
  if (ts.isArrayLiteralExpression(list)) return list.elements.some((each) => !ts.isSpreadElement(each) || isSure(each.expression))
  if (ts.isObjectLiteralExpression(list)) return list.properties.some((each) => !ts.isSpreadAssignment(each) || isSure(each.expression))
  if (ts.isConditionalExpression(list)) return isSure(list.whenTrue) && isSure(list.whenFalse)
  if (ts.isNewExpression(list)) return isSure(list.arguments?.[0])
  if (ts.isCallExpression(list)) return isSureCall(list)
  if (ts.isIdentifier(list)) return isSure(meantBy(list, isSource))
  const isWrapped =
    ts.isParenthesizedExpression(list) || ts.isAsExpression(list) || ts.isSatisfiesExpression(list) || ts.isAwaitExpression(list)
  return isWrapped && isSure(list.expression)
}

const isSureCall = (call: ts.CallExpression): boolean => {
  const name = call.expression.getText()
  const [first] = call.arguments
  if (name === 'filled' || name === 'Array') return true
  if (first && keepingFunctions.test(name)) return isSure(first)
  const called = methodOf(call)
  return called !== null && keepingMethods.test(called.method) && isSure(called.of)
}

/** Whether an assertion before it, or beside it, says how many members it has, or which. */
const isSaidToBeFilled = (list: ts.Node): boolean => {
  const said = [...around(list).filter(isAssertion), ...assertionsAround(list, (each) => each.end <= list.pos)]
  return namesOf(list).some((name) => said.some((each) => saysFilled(each, name)))
}

/** An object has as many entries as keys and values. */
const namesOf = (list: ts.Node): readonly string[] => {
  const [, object] = /^Object\.(?:entries|keys|values)(\(.*\))$/s.exec(list.getText()) ?? []
  return object === undefined ? [list.getText()] : ['entries', 'keys', 'values'].map((each) => `Object.${each}${object}`)
}

/** Whether an assertion after a loop says how often it went round, by what grew in it. */
const isCounted = (list: ts.Expression): boolean => {
  const loop = list.parent
  if (!ts.isForOfStatement(loop)) return false
  const after = assertionsAround(loop, (each) => each.pos >= loop.end)
  return within(loop.statement)
    .flatMap(grownBy)
    .some((name) => after.some((each) => saysFilled(each, name)))
}

const grownBy = (node: ts.Node): readonly string[] => {
  if (ts.isPostfixUnaryExpression(node)) return [node.operand.getText()]
  const called = methodOf(node)
  return called && /^(push|add|set)$/.test(called.method) ? [called.of.getText()] : []
}

/** The node and what it is a part of, but for the file. */
const around = (node: ts.Node): readonly ts.Node[] => (ts.isSourceFile(node) ? [] : [node, ...around(node.parent)])

/** The assertions among the statements that a node is one of, or a part of one. */
const assertionsAround = (node: ts.Node, isWanted: (statement: ts.Statement) => boolean): readonly ts.CallExpression[] =>
  around(node)
    .flatMap(({ parent }) => (ts.isBlock(parent) || ts.isSourceFile(parent) ? [...parent.statements] : []))
    .flatMap((each) => (isWanted(each) && ts.isExpressionStatement(each) && isAssertion(each.expression) ? [each.expression] : []))

const saysFilled = (assertion: ts.CallExpression, name: string): boolean => {
  const [of, expected] = assertion.arguments
  if (!of) return false
  switch (assertion.expression.getText()) {
    case 'assert.ok':
      return partsOf(of).some((part) => saysSo(part, name))
    case 'assert.is':
    case 'assert.equal':
      if (/^[1-9]/.test(expected?.getText() ?? '')) return isSizeOf(of, name)
      // What is made of the list itself says nothing of its size.
      return (
        expected !== undefined &&
        ts.isArrayLiteralExpression(expected) &&
        isKept(of, name) &&
        !expected.getText().includes(name) &&
        isSure(expected)
      )
    default:
      return false
  }
}

/** What is true together. */
const partsOf = (condition: ts.Expression): readonly ts.Expression[] =>
  ts.isBinaryExpression(condition) && condition.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken
    ? [...partsOf(condition.left), ...partsOf(condition.right)]
    : [condition]

const saysSo = (condition: ts.Expression, name: string): boolean => {
  if (ts.isBinaryExpression(condition))
    return isSizeOf(condition.left, name) && /^(> \d|(>=|===) [1-9])/.test(condition.getText().slice(condition.left.getText().length + 1))
  const called = methodOf(condition)
  return called !== null && /^(includes|has|some)$/.test(called.method) && called.of.getText() === name
}

/** A counter is its own size. */
const isSizeOf = (node: ts.Node, name: string): boolean => [name, `${name}.length`, `${name}.size`].includes(node.getText())

/** Whether it is the list, or has a member for each of the list's. */
const isKept = (node: ts.Node, name: string): boolean => {
  if (node.getText() === name) return true
  const called = methodOf(node)
  return called !== null && keepingMethods.test(called.method) && isKept(called.of, name)
}

/** Whether imports from a file are followed. */
type Followed = (file: string) => boolean
const isSource: Followed = (file) => file.endsWith('.ts')
/** Where assertions are. */
const isTest: Followed = (file) => isSource(file) && file.startsWith('test')

/** The constant or function that a name stands for, where it can be followed. */
const meantBy = (name: ts.Identifier, isFollowed: Followed): ts.Node | null => {
  for (let node: ts.Node = name; node; node = node.parent) {
    if (ts.isFunctionLike(node) && node.parameters.some((each) => binds(each.name, name.text))) return null
    if (ts.isForOfStatement(node) && node.expression !== name && binds(node.initializer, name.text)) return null
    if (ts.isBlock(node)) {
      const found = declaredIn(node.statements, name.text)
      if (found !== undefined) return found
    }
    if (ts.isSourceFile(node)) return declaredIn(node.statements, name.text) ?? importedInto(node, name.text, isFollowed)
  }
  return null
}

const binds = (node: ts.Node, name: string): boolean => within(node).some((part) => ts.isIdentifier(part) && part.text === name)

/** Undefined where the statements do not declare the name, and null where it may change or is a part of something. */
const declaredIn = (statements: readonly ts.Statement[], name: string): ts.Node | null | undefined => {
  for (const statement of statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name?.text === name) return statement
    if (!ts.isVariableStatement(statement)) continue
    for (const { name: declared, initializer } of statement.declarationList.declarations) {
      if (!binds(declared, name)) continue
      return ts.isIdentifier(declared) && (statement.declarationList.flags & ts.NodeFlags.Const) !== 0 ? (initializer ?? null) : null
    }
  }
  return undefined
}

const importedInto = (source: ts.SourceFile, name: string, isFollowed: Followed): ts.Node | null => {
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue
    const bindings = statement.importClause?.namedBindings
    const imported = bindings && ts.isNamedImports(bindings) ? bindings.elements.find((each) => each.name.text === name) : undefined
    if (!imported) continue
    const file = join(dirname(source.fileName), statement.moduleSpecifier.text)
    if (!isFollowed(file) || !existsSync(file)) return null
    return declaredIn(parsed(file, readFileSync(file, 'utf8')).statements, (imported.propertyName ?? imported.name).text) ?? null
  }
  return null
}
