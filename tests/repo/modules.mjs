// Parse ES modules as ES2021 and tell what they import. In: the folder of acorn, then file names. Out: one JSON object,
// name -> {imports: [specifier...], longest: lines of the longest function, at: its line} or {error}.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';

const [acorn, ...names] = process.argv.slice(2);
const { parse } = createRequire(import.meta.url)(acorn);

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/** Visit every node below `node`. */
function walk(node, visit) {
  if (Array.isArray(node)) return node.forEach((child) => walk(child, visit));
  if (!node || typeof node.type !== 'string') return undefined;
  visit(node);
  for (const key of Object.keys(node)) if (key !== 'loc') walk(node[key], visit);
  return undefined;
}

/** What one module imports and how long its longest function is. */
function look(text) {
  const tree = parse(text, { ecmaVersion: 2021, sourceType: 'module', locations: true });
  const found = { imports: [], longest: 0, at: 0 };
  walk(tree, (node) => {
    const source = node.source;
    if (source && /^(Import|Export)/.test(node.type)) found.imports.push(source.value ?? null);
    if (!FUNCTIONS.has(node.type)) return;
    const lines = node.loc.end.line - node.loc.start.line + 1;
    if (lines > found.longest) Object.assign(found, { longest: lines, at: node.loc.start.line });
  });
  return found;
}

const out = {};
for (const name of names) {
  try {
    out[name] = look(readFileSync(name, 'utf8'));
  } catch (error) {
    out[name] = { error: String(error.message) };
  }
}
console.log(JSON.stringify(out));
