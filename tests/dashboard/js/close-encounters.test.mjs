import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TUNE_HZ } from '../../../companion/dashboard/device/audio.js';
import { cellsOf, nearest } from '../../../companion/dashboard/games/close-encounters/read.js';
import { blank, contradictions, counted, numbered, painted, toValues, withSize } from '../../../companion/dashboard/games/close-encounters/survey.js';
import { cues } from '../../../companion/dashboard/games/close-encounters/tune.js';

const table = (scores, number = 1) => ({ game: { number }, seats: scores.map((score, seat) => ({ seat, score })) });
const step = [{ code: 'step' }];

test('each chip sounds its player\'s next note, several owners one after the other', () => {
  assert.deepEqual(cues(step, table([1, 0, 0]), table([0, 0, 0])), ['note-1']);
  assert.deepEqual(cues([{ code: 'trapped' }], table([3, 0, 2]), table([2, 0, 1])), ['note-3', 'note-2']);
});

test('the fifth chip plays the whole tune, and nothing else', () => {
  assert.deepEqual(cues(step, table([5, 2]), table([4, 1])), ['tune']);
});

test('what is stale, corrected or another game sounds no note', () => {
  assert.deepEqual(cues(step, table([1, 0]), null), []);
  assert.deepEqual(cues(step, table([1, 0], 2), table([0, 0], 1)), []);
  assert.equal(cues([{ code: 'corrected' }], table([1, 0]), table([0, 0])), null);
});

test('the tune is our own: neither the steps nor the ups and downs of the film\'s five notes', () => {
  const semitones = TUNE_HZ.slice(1).map((hz, i) => Math.round(12 * Math.log2(hz / TUNE_HZ[i])));
  assert.equal(TUNE_HZ.length, 5);
  assert.notDeepEqual(semitones, [2, -4, -12, 7]);
  assert.notDeepEqual(semitones.map(Math.sign), [1, -1, -1, 1]);
});

test('a destination is one place of several cells, entered at the nearest', () => {
  const cells = cellsOf([['M', 'M', '1'], ['.', 'o', 'T']]);
  assert.deepEqual([...cells.keys()], ['ship', '1', '2,2', 'tower']);
  assert.deepEqual(nearest(cells.get('ship'), [2, 2]), [1, 2]);
});

const codes = (survey) => contradictions(survey).map(({ code }) => code);
const grid = (...rows) => ({ ...blank(), rows: rows.map((row) => row.split(' ')) });

test('a tap writes, the same tap takes away, and numbers count on', () => {
  const once = painted({ ...withSize(blank(), 2, 3), brush: 'number', next: 7 }, 0, 1);
  assert.deepEqual([once.rows[0][1], once.next], ['7', 8]);
  assert.deepEqual([painted(once, 0, 1).rows[0][1], painted(once, 0, 1).next], ['?', 7]);
  assert.equal(painted(once, 0, 2).rows[0][2], '8');
  assert.equal(painted({ ...once, brush: 'o' }, 0, 1).rows[0][1], 'o');
});

test('the rest is numbered row by row around the numbers that are there', () => {
  const done = numbered(grid('M ? 2', '? o T'));
  assert.deepEqual(toValues(done), { rows: ['M 1 2', '3 o T'] });
  assert.deepEqual(counted(done), { numbers: 3, safe: 1, unset: 0, squares: 4 });
});

test('no number is above the highest, and the squares left without one are named', () => {
  const done = numbered(withSize(blank(), 40, 40));
  const numbers = done.rows.flat().filter((word) => word !== '?').map(Number);
  assert.deepEqual([numbers.length, Math.max(...numbers)], [999, 999]);
  assert.deepEqual(contradictions(done).find(({ code }) => code === 'high'), { code: 'high', params: { n: 601, most: 999 } });
  assert.ok(!codes(withSize(blank(), 40, 40)).includes('high'));
  assert.ok(codes(grid('M 1000 T')).includes('high'));
});

test('every contradiction has its code', () => {
  const many = Array.from({ length: 18 }, (_, i) => i + 1).join(' ');
  const line = (word) => Array(18).fill(word).join(' ');
  assert.deepEqual(codes(grid(line('M'), many, line('T'))), []);
  assert.deepEqual(codes(grid('M T 1 1')), ['twice', 'few']);
  assert.deepEqual(codes(grid('M T ?')), ['unset']);
  assert.deepEqual(codes(grid('M 1 2')), ['missing', 'few']);
  assert.deepEqual(codes(grid('T 1 T M')), ['apart', 'few']);
  assert.deepEqual(contradictions(grid('T M 1', '. . .', '2 . .'))[0], { code: 'no-way', params: { row: 3, column: 1 } });
});
