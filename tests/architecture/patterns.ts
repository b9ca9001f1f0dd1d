// Finds the regular expressions in source files and measures how their time grows.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { check } from 'recheck';
import { parseSync } from 'rolldown/utils';

/** A regular expression in a source file; `line` counts from 1. */
export type Pattern = { source: string; flags: string; line: number };
/** A regular expression built at run time, or a use of RegExp that cannot be followed. */
export type Made = { text: string; line: number };

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

function childrenOf(node: Node): Node[] {
  return Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  );
}

function everyNode(program: Node): { node: Node; parent: Node | null }[] {
  const found: { node: Node; parent: Node | null }[] = [];
  const open: { node: Node; parent: Node | null }[] = [{ node: program, parent: null }];
  for (let next = open.pop(); next; next = open.pop()) {
    found.push(next);
    const { node } = next;
    open.push(...childrenOf(node).map((child) => ({ node: child, parent: node })));
  }
  return found;
}

const isNamed = (node: unknown, name: string): boolean =>
  isNode(node) && node.type === 'Identifier' && node.name === name;

/** `RegExp`, `globalThis.RegExp` and the like. */
function isRegExp(node: unknown): boolean {
  if (isNamed(node, 'RegExp')) return true;
  return isNode(node) && node.type === 'MemberExpression' && isNamed(node.property, 'RegExp');
}

type Constants = ReadonlyMap<string, Node>;

/**
 * The value of a constant expression: literals, templates, String.raw, concatenation, `.source`, and constants
 * of the file.
 */
function textOf(node: unknown, constants: Constants, depth = 20): string | null {
  if (!isNode(node) || depth === 0) return null;
  const inner = (one: unknown) => textOf(one, constants, depth - 1);
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' || typeof node.value === 'number' ? String(node.value) : null;
    case 'TemplateLiteral':
      return templateText(node, 'cooked', inner);
    case 'TaggedTemplateExpression': {
      const { tag, quasi } = node as Node & { tag: Node; quasi: Node };
      const isRaw = isNode(tag) && tag.type === 'MemberExpression' && isNamed(tag.property, 'raw');
      return isRaw ? templateText(quasi, 'raw', inner) : null;
    }
    case 'BinaryExpression': {
      const [left, right] = [inner(node.left), inner(node.right)];
      return node.operator === '+' && left !== null && right !== null ? left + right : null;
    }
    case 'Identifier':
      return inner(constants.get(String(node.name)));
    case 'MemberExpression':
      return isNamed(node.property, 'source') ? (regexOf(node.object, constants)?.pattern ?? null) : null;
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
      return inner(node.expression);
    default:
      return null;
  }
}

function templateText(
  node: Node,
  kind: 'cooked' | 'raw',
  inner: (one: unknown) => string | null,
): string | null {
  const pieces = node.quasis as { value: { cooked: string; raw: string } }[];
  const values = (node.expressions as unknown[]).map(inner);
  if (values.includes(null)) return null;
  return pieces.map(({ value }, at) => value[kind] + (values[at] ?? '')).join('');
}

function regexOf(node: unknown, constants: Constants): { pattern: string; flags: string } | null {
  if (!isNode(node)) return null;
  if (node.type === 'Identifier') return regexOf(constants.get(String(node.name)), new Map());
  return (node.regex as { pattern: string; flags: string } | undefined) ?? null;
}

/** Values of names declared once in the file, as constants; a name in another scope could differ. */
function constantsOf(nodes: readonly Node[]): Constants {
  const constants = new Map<string, Node>();
  const declared = new Map<string, number>();
  const declare = (node: unknown) => {
    for (const { node: inner } of isNode(node) ? everyNode(node) : [])
      if (inner.type === 'Identifier')
        declared.set(String(inner.name), (declared.get(String(inner.name)) ?? 0) + 1);
  };
  for (const node of nodes) {
    if (Array.isArray(node.params)) node.params.forEach(declare);
    if (node.type !== 'VariableDeclaration') continue;
    for (const { id, init } of node.declarations as { id: Node; init: unknown }[]) {
      declare(id);
      if (node.kind === 'const' && id.type === 'Identifier' && isNode(init))
        constants.set(String(id.name), init);
    }
  }
  return new Map([...constants].filter(([name]) => declared.get(name) === 1));
}

/** String methods that turn a string argument into a regular expression. */
const makers = new Set(['match', 'matchAll', 'search']);

/**
 * Every regular expression that a source contains or builds from constants, and separately those built at run
 * time. Throws for a source that cannot be parsed.
 */
export function patternsIn(file: string, text: string): { patterns: Pattern[]; made: Made[] } {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const nodes = everyNode(program as unknown as Node);
  const constants = constantsOf(nodes.map(({ node }) => node));
  const patterns: Pattern[] = [];
  const made: Made[] = [];
  const lineOf = ({ start }: Node) => text.slice(0, start).split('\n').length;
  const make = (node: Node, source: unknown, flags: unknown) => {
    const whole = regexOf(source, constants);
    const [body, letters] = [
      whole?.pattern ?? textOf(source, constants),
      flags ? textOf(flags, constants) : (whole?.flags ?? ''),
    ];
    if (body === null || letters === null)
      made.push({ text: text.slice(node.start, node.end), line: lineOf(node) });
    else patterns.push({ source: body, flags: letters, line: lineOf(node) });
  };
  for (const { node, parent } of nodes) {
    const { regex } = node as { regex?: { pattern: string; flags: string } };
    const given = (node.arguments ?? []) as Node[];
    if (regex) patterns.push({ source: regex.pattern, flags: regex.flags, line: lineOf(node) });
    else if ((node.type === 'NewExpression' || node.type === 'CallExpression') && isRegExp(node.callee))
      make(node, given[0], given[1]);
    else if (isRegExp(node) && !isFollowed(node, parent))
      made.push({ text: text.slice(parent?.start ?? 0, parent?.end), line: lineOf(node) });
    else if (node.type === 'CallExpression' && isMaker(node.callee)) {
      const source = textOf(given[0], constants);
      if (source !== null) patterns.push({ source, flags: '', line: lineOf(node) });
    } else if (node.type === 'JSXAttribute' && (node.name as Node).name === 'pattern') {
      const value = node.value as Node;
      const body = textOf(value?.type === 'JSXExpressionContainer' ? value.expression : value, constants);
      // The browser matches it against the whole value.
      if (body === null) made.push({ text: text.slice(node.start, node.end), line: lineOf(node) });
      else patterns.push({ source: `^(?:${body})$`, flags: 'v', line: lineOf(node) });
    }
  }
  return { patterns, made };
}

function isMaker(callee: unknown): boolean {
  if (!isNode(callee) || callee.type !== 'MemberExpression' || !isNode(callee.property)) return false;
  return makers.has(String(callee.property.name));
}

/** Uses of RegExp that build no pattern or are checked at the call: types, `instanceof`, a member name. */
function isFollowed(node: Node, parent: Node | null): boolean {
  if (!parent || parent.type === 'TSTypeReference' || parent.type === 'TSTypeQuery') return true;
  if (parent.type === 'BinaryExpression') return parent.operator === 'instanceof' && parent.right === node;
  if (parent.type === 'MemberExpression')
    return parent.property === node || isNamed(parent.property, 'escape');
  return (parent.type === 'NewExpression' || parent.type === 'CallExpression') && parent.callee === node;
}

/** Nothing in these folders runs in the product. */
const outside = new Set(['node_modules', 'tests', 'e2e', 'bench', 'docs']);
const isTest = /\.test\.\w+$|-for-tests\.\w+$|^test-\w+\.\w+$/;

/** Source files of the product, in every folder that is not excluded. */
export function productFiles(folder = '.'): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.') || outside.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return productFiles(path);
    return /\.[cm]?[jt]sx?$/.test(entry.name) && !entry.name.endsWith('.d.ts') && !isTest.test(entry.name)
      ? [path]
      : [];
  });
}

/**
 * Null when the pattern is proven linear from every start position, or when an attack search found nothing;
 * else what was found. A pattern that cannot be judged in time counts as steep.
 */
export async function steepness({
  source,
  flags,
}: Pick<Pattern, 'source' | 'flags'>): Promise<string | null> {
  // The checker does not know the v flag. A pattern that is invalid under the u flag counts as steep.
  const read = flags.replace('v', 'u').replaceAll(/[dg]/g, '');
  // Limits steps, not milliseconds, so that a busy machine does not change the result.
  const steps = { attackTimeout: null, incubationTimeout: null };
  const result = await check(source, read, { ...steps, timeout: 20_000 });
  if (result.status === 'safe') return null;
  if (result.status === 'unknown') return `cannot be judged (${result.error.kind})`;
  return `${result.complexity.summary}, attacked by ${result.attack.pattern}`;
}
