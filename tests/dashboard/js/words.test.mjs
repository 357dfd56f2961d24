import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { argumentsOf, format, parse } from '../../../companion/dashboard/core/message.js';
import { openAreas, promptOf, wantsRollPad } from '../../../companion/dashboard/core/prompt.js';
import { GAME_TEXTS, pickLanguage } from '../../../companion/dashboard/i18n/t.js';
import { table } from './fakes.mjs';

const read = (language) => JSON.parse(readFileSync(new URL(`../../../companion/dashboard/i18n/${language}.json`, import.meta.url)));
const word = (text, params, language = 'en') => format(parse(text), params, language);
const task = (kind, domain = {}, seat = 0) => ({ id: `1.${kind}`, kind, seat, domain });

test('plurals, choices and numbers are worded as the language has them', () => {
  assert.equal(word('{n, plural, =0 {none} one {one alien} other {# aliens}}', { n: 0 }), 'none');
  assert.equal(word('{n, plural, =0 {none} one {one alien} other {# aliens}}', { n: 1 }), 'one alien');
  assert.equal(word('{n, plural, one {one} other {#}}', { n: 1234.5 }, 'nl'), '1.234,5');
  assert.equal(word('{a, select, x {ex {b}} other {else}}', { a: 'x', b: 'Q' }), 'ex Q');
  assert.equal(word('{missing}', {}), '–');
});

test('a code inside a text is worded by the text that names it', () => {
  const words = { 'places.core': 'the core' };
  assert.equal(format(parse('from {was, text, places} on'), { was: 'core' }, 'en', (key) => words[key]), 'from the core on');
  assert.deepEqual([...argumentsOf(parse('{n, plural, one {{was, text, places}} other {}}'))], ['n', 'was']);
});

test('a damaged message is an error, never a half sentence', () => {
  assert.throws(() => parse('{n, plural, one {x}}'), SyntaxError);
  assert.throws(() => parse('{n'), SyntaxError);
  assert.throws(() => parse('a } b'), SyntaxError);
});

test('both languages have the same texts with the same parameters', () => {
  ['', ...GAME_TEXTS.map((game) => `games/${game}.`)].forEach((file) => {
    const [en, nl] = [read(`${file}en`), read(`${file}nl`)];
    assert.deepEqual(Object.keys(nl), Object.keys(en));
    Object.keys(en).forEach((key) => assert.deepEqual([...argumentsOf(parse(nl[key]))].sort(), [...argumentsOf(parse(en[key]))].sort(), key));
  });
});

test('the language is the address’s, then the stored, then the browser’s, then English', () => {
  assert.equal(pickLanguage('?lang=xx', 'nl', ['en']), 'xx');
  assert.equal(pickLanguage('', 'nl', ['en']), 'nl');
  assert.equal(pickLanguage('', null, ['fr', 'nl-BE']), 'nl');
  assert.equal(pickLanguage('?lang=zz', null, ['fr']), 'en');
});

test('the prompt says what the table waits for', () => {
  const prompt = (awaits, more = {}) => promptOf(table({ awaits, ...more })).code;
  assert.equal(prompt([task('roll', { purpose: 'start' })]), 'prompt.roll.start');
  assert.equal(prompt([task('roll', { purpose: 'turn' }), task('fell')]), 'prompt.roll.turn');
  assert.equal(prompt([task('place', { sectors: [3], rings: [1], why: 'roll' }), task('pass')]), 'prompt.place.one');
  assert.equal(prompt([task('place', { sectors: [1, 2], rings: [1], why: 'six' })]), 'prompt.place.any');
  assert.equal(prompt([task('place', { sectors: [1, 2], rings: [1], why: 'overtime' })]), 'prompt.place.overtime');
  assert.equal(prompt([task('remove', { spots: [[1, 4], [2, 4]] })]), 'prompt.remove.one');
  assert.equal(prompt([task('remove', { spots: [[1, 4], [2, 3]] })]), 'prompt.remove.any');
  assert.equal(prompt([task('fell'), task('join')]), 'prompt.wait');
});

test('an open question goes before what the table waits for', () => {
  const questions = [{ id: 'q', code: 'which-spot', params: {}, options: [] }];
  assert.equal(promptOf(table({ awaits: [task('roll', { purpose: 'turn' })], questions })).code, 'question.which-spot');
});

test('a shared win names nobody alone', () => {
  const over = (ranking) => promptOf(table({ phase: 'over', outcome: { ranking, reason: 'all-returned' } }));
  assert.equal(over([[1], [0]]).seat, 1);
  assert.equal(over([[0, 1]]).code, 'prompt.over.shared');
});

test('the areas that glow are those that are asked for', () => {
  assert.deepEqual(openAreas(table({ awaits: [task('place', { sectors: [2], rings: [1, 2] })] })), new Set(['1/2', '2/2']));
  assert.deepEqual(openAreas(table({ awaits: [task('remove', { spots: [[5, 1]] })] })), new Set(['5/1']));
  assert.equal(openAreas(table({ awaits: [task('roll')] })), null);
});

test('the roll is tapped in only where no die tells it', () => {
  const awaits = [task('roll', { purpose: 'turn' })];
  assert.equal(wantsRollPad(table({ awaits })), true);
  assert.equal(wantsRollPad(table({ awaits, devices: [{ device: 'd', kind: 'die', state: 'ok' }] })), false);
  const tapped = table({ awaits, devices: [{ device: 'd', kind: 'die', state: 'ok' }], game: { mode: 'manual' } });
  assert.equal(wantsRollPad(tapped), true, 'where all is tapped, so is the roll');
  assert.equal(wantsRollPad(table({ awaits: [] })), false);
});
