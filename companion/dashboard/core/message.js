/**
 * The small part of ICU messages the catalogues use: `{name}`, `{n, plural, =0 {..} one {..} other {# ..}}`,
 * `{x, select, a {..} other {..}}`. Numbers are written the language's way. One form is ours: `{x, text, family}` is the text
 * `family.<value of x>`, so that what a code is called stands in one place.
 *
 * @typedef {string | {name: string, family?: string} | {hash: true} | {kind: 'plural'|'select', name: string, cases: Record<string, Piece[]>}} Piece
 */

/** @param {string} text @returns {Piece[]} */
export function parse(text) {
  const [pieces, end] = parsePieces(text, 0, false);
  if (end !== text.length) throw new SyntaxError(`stray } at ${end} in: ${text}`);
  return pieces;
}

/** @param {string} text @param {number} from @param {boolean} nested @returns {[Piece[], number]} */
function parsePieces(text, from, nested) {
  /** @type {Piece[]} */
  const pieces = [];
  let plain = '';
  let i = from;
  const flush = () => {
    if (plain) pieces.push(plain);
    plain = '';
  };
  for (; i < text.length && text[i] !== '}'; i += 1) {
    if (text[i] === '{') {
      flush();
      const [piece, end] = parseArgument(text, i + 1);
      pieces.push(piece);
      i = end;
    } else if (text[i] === '#' && nested) {
      flush();
      pieces.push({ hash: true });
    } else plain += text[i];
  }
  flush();
  return [pieces, i];
}

/** @param {string} text @param {number} from @returns {[Piece, number]} the piece and where its closing brace stands */
function parseArgument(text, from) {
  const match = /^\s*(\w+)\s*(?:,\s*(?:(plural|select)\s*,|text\s*,\s*([\w.-]+)))?/.exec(text.slice(from));
  if (!match) throw new SyntaxError(`bad argument at ${from} in: ${text}`);
  let i = from + match[0].length;
  if (match[3]) return [{ name: match[1], family: match[3] }, expectClose(text, i)];
  if (!match[2]) return [{ name: match[1] }, expectClose(text, i)];
  /** @type {Record<string, Piece[]>} */
  const cases = {};
  for (;;) {
    const label = /^\s*(=?[\w-]+)\s*\{/.exec(text.slice(i));
    if (!label) break;
    const [pieces, end] = parsePieces(text, i + label[0].length, true);
    cases[label[1]] = pieces;
    i = end + 1;
  }
  if (!cases.other) throw new SyntaxError(`no "other" in: ${text}`);
  return [{ kind: /** @type {'plural'|'select'} */ (match[2]), name: match[1], cases }, expectClose(text, i)];
}

/** @param {string} text @param {number} from */
function expectClose(text, from) {
  const rest = /^\s*\}/.exec(text.slice(from));
  if (!rest) throw new SyntaxError(`missing } at ${from} in: ${text}`);
  return from + rest[0].length - 1;
}

/** @param {unknown} value @param {string} language */
function show(value, language) {
  if (typeof value === 'number') return new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(value);
  return value === undefined || value === null ? '–' : String(value);
}

/** @param {Piece} piece @param {any} params @param {string} language */
function chosen(piece, params, language) {
  const { kind, name, cases } = /** @type {{kind: string, name: string, cases: Record<string, Piece[]>}} */ (piece);
  const value = params[name];
  if (kind === 'select') return cases[String(value)] || cases.other;
  return cases[`=${value}`] || cases[new Intl.PluralRules(language).select(Number(value))] || cases.other;
}

/** @param {Piece[]} pieces @param {any} params @param {string} language @param {(key: string) => string} [word] the text of a key @param {unknown} [count] @returns {string} */
export function format(pieces, params, language, word = (key) => key, count = undefined) {
  return pieces
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      if ('hash' in piece) return show(count, language);
      if ('kind' in piece) return format(chosen(piece, params, language), params, language, word, params[piece.name]);
      if (piece.family) return word(`${piece.family}.${params[piece.name]}`);
      return show(params[piece.name], language);
    })
    .join('');
}

/** Names of all arguments of a message, for the parity test. @param {Piece[]} pieces @returns {Set<string>} */
export function argumentsOf(pieces) {
  const names = new Set();
  pieces.forEach((piece) => {
    if (typeof piece === 'string' || 'hash' in piece) return;
    names.add(piece.name);
    if ('kind' in piece) Object.values(piece.cases).forEach((inner) => argumentsOf(inner).forEach((name) => names.add(name)));
  });
  return names;
}
