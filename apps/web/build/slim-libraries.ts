import { type Plugin, parseAst } from 'vite';

/** The subset of ESTree used here. */
interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

interface Edit {
  start: number;
  end: number;
  text: string;
}

/** Fields of a call's record that the site reads: how to send it, and its media types. */
const keptFields = new Set(['method', 'path', 'produces', 'consumes']);

const source = /\/libs\/(?:bundle|contract|pki|tlog|verify)\/src\/.+\.ts$/;

/**
 * Slims the libraries in the site's bundles. The server validates every input and shapes every reply, so records of
 * calls keep only `keptFields`. Top-level values of the libraries have no side effects; marking them pure lets the
 * bundler drop values that a page doesn't use (most schemas, and zod with them).
 */
export const slimLibraries = (): Plugin => ({
  name: 'slim-libraries',
  apply: 'build',
  transform: {
    filter: { id: source },
    handler: (code) => ({ code: slim(code), map: null }),
  },
});

/**
 * @returns the module with shortened records and with top-level values marked as pure
 * @throws Error if the record of a call spreads another object
 */
export function slim(code: string): string {
  const { body } = parseAst(code) as unknown as { body: Node[] };
  const edits: Edit[] = [];
  for (const statement of body) {
    const declaration = (
      statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    ) as Node | null;
    if (declaration?.type !== 'VariableDeclaration') continue;
    for (const { init } of declaration.declarations as { init: Node | null }[])
      if (init && calls(init)) {
        edits.push({ start: init.start, end: init.start, text: '/* @__PURE__ */ (() => (' });
        edits.push(...shortenRecords(init, code));
        edits.push({ start: init.end, end: init.end, text: '))()' });
      }
  }
  return apply(code, edits);
}

/** Whether evaluating the expression calls a function; function bodies don't count. */
function calls(node: Node): boolean {
  if (node.type === 'CallExpression' || node.type === 'NewExpression' || node.type === 'SpreadElement') return true;
  return !isFunction(node) && childrenOf(node).some(calls);
}

const isFunction = ({ type }: Node): boolean => type === 'ArrowFunctionExpression' || type === 'FunctionExpression';

/** Reduces each `call({ … })`, at any depth of an expression, to a record of the kept fields. */
function shortenRecords(node: Node, code: string): Edit[] {
  const [record] = (node.arguments ?? []) as Node[];
  const isRecord = node.type === 'CallExpression' && (node.callee as Node).name === 'call';
  if (!isRecord || record?.type !== 'ObjectExpression')
    return childrenOf(node).flatMap((child) => shortenRecords(child, code));
  const fields = record.properties as Node[];
  // The fields of a spread are unknown here, so all of them, including schemas, would stay.
  if (fields.some(({ type }) => type !== 'Property')) throw new Error('The record of a call has to name its fields.');
  const kept = fields.filter(({ key }) => keptFields.has(String((key as Node).name)));
  const texts = kept.map((field) => code.slice(field.start, field.end));
  return [{ start: node.start, end: node.end, text: `{ ${texts.join(', ')} }` }];
}

const childrenOf = (node: Node): Node[] =>
  Object.values(node)
    .flat()
    .filter((value): value is Node => typeof value === 'object' && value !== null && 'type' in value);

/** Applies non-overlapping edits from last to first, so that earlier positions stay valid. */
const apply = (code: string, edits: readonly Edit[]): string =>
  edits.toReversed().reduce((text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end), code);
