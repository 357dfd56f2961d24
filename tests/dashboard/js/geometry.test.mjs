import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dropped, keyed, toShip } from '../../../companion/dashboard/core/bench.js';
import { fitScores } from '../../../companion/dashboard/core/fit.js';
import { areaMiddle, areaPath, placements, pushApart, spotAt, spread, tilt } from '../../../companion/dashboard/core/geometry.js';
import { blank, tapped, toBoard, withDiameter, withEdge, withPoints, withRings } from '../../../companion/dashboard/core/survey.js';
import { board } from './fakes.mjs';

test('the middle of every area lies in that area', () => {
  for (let ring = 1; ring <= 6; ring += 1) {
    for (let sector = 1; sector <= 4; sector += 1) assert.deepEqual(spotAt(board(), areaMiddle(board(), ring, sector)), { ring, sector });
  }
});

test('a foot across a line counts for the smaller ring, and beside the disc is nowhere', () => {
  assert.equal(spotAt(board(), [75, 1]).ring, 2);
  assert.equal(spotAt(board(), [76.5, 1]).ring, 3);
  assert.equal(spotAt(board(), [151, 0]), null);
});

test('an area is drawn between its two lines', () => {
  assert.match(areaPath(board(), 1, 1), /^M30 .*L50 .*A50 50 .*A30 30 .*Z$/);
});

test('aliens of which only the area is known stand side by side in it', () => {
  const points = spread(board(), 2, 3, 3);
  assert.ok(points.every((point) => spotAt(board(), point).sector === 3 && spotAt(board(), point).ring <= 2));
  assert.ok(Math.hypot(points[0][0] - points[1][0], points[0][1] - points[1][1]) >= 12);
});

test('nearer aliens are drawn over farther ones', () => {
  const drawn = placements(board(), [
    { id: 1, ring: 1, sector: 4, xy_mm: [0, -40] },
    { id: 2, ring: 1, sector: 1, xy_mm: [0, 40] },
    { id: 3, ring: 3, sector: 2, xy_mm: null },
  ]);
  const heights = drawn.map(({ at }) => at[1]);
  assert.deepEqual(heights, [...heights].sort((a, b) => b - a));
});

test('letters of spots that lie close together are pushed apart', () => {
  const [a, b] = pushApart([[-60, -88], [-50, -72]], 36);
  assert.ok(Math.hypot(a[0] - b[0], a[1] - b[1]) > 35);
});

test('the drawing leans towards the low side, enlarged and bounded', () => {
  assert.deepEqual(tilt([2, 0]), { axis: [0, 1], deg: 6 });
  assert.deepEqual(tilt([0, 2]).axis, [1, 0]);
  assert.equal(tilt([30, 0]).deg, 24);
  assert.equal(tilt([0.01, 0]).deg, 0);
});

test('scores are as large as the room allows, not under the least, and never wider than their card', () => {
  const bounds = { least_px: 96, most_px: 300 };
  const two = fitScores(2, { digits: 2, letters: 4 }, 620, 320, bounds);
  assert.equal(two.columns, 2);
  assert.ok(two.size_px > 180);
  const eight = fitScores(8, { digits: 2, letters: 20 }, 620, 300, bounds);
  assert.equal(eight.columns, 4);
  assert.equal(eight.size_px, 96);
  const high = fitScores(8, { digits: 3, letters: 20 }, 620, 300, bounds);
  assert.ok(high.size_px * 3 * 0.635 <= (620 - 36) / 4, `${high.size_px} px`);
});

test('a long name is written smaller, to stay on one line', () => {
  const bounds = { least_px: 96, most_px: 300 };
  assert.equal(fitScores(2, { digits: 2, letters: 6 }, 620, 320, bounds).name_px, 28);
  const long = fitScores(2, { digits: 2, letters: 20 }, 620, 320, bounds);
  assert.ok(long.name_px >= 16 && long.name_px * 20 * 0.57 <= 304 - 56 + 8, `${long.name_px} px`);
});

test('a pointer on a turned ship is a point of the ship', () => {
  const [x, y] = toShip([0, -100], 90);
  assert.ok(Math.abs(x - 100) < 1e-9 && Math.abs(y) < 1e-9);
});

test('letting go on the ship places or moves, beside it takes off or does nothing', () => {
  assert.deepEqual(dropped({ id: null, aboard: false }, [10.04, -20], 150), { do: 'place', xy_mm: [10, -20] });
  assert.deepEqual(dropped({ id: 4, aboard: true }, [10, 20], 150), { do: 'move', id: 4, xy_mm: [10, 20] });
  assert.deepEqual(dropped({ id: 4, aboard: true }, [160, 20], 150), { do: 'remove', id: 4 });
  assert.equal(dropped({ id: null, aboard: false }, [160, 20], 150), null);
});

test('arrow keys push an alien as the page shows it, Delete takes it off', () => {
  assert.deepEqual(keyed('ArrowUp', 2, 0), { do: 'nudge', id: 2, dxy_mm: [0, 6] });
  assert.deepEqual(keyed('Delete', 2, 0), { do: 'remove', id: 2 });
  assert.equal(keyed('a', 2, 0), null);
});

test('a survey becomes a board file with one point per ring and the rim as its last line', () => {
  const survey = withPoints(withRings({ ...blank(), name: ' Attic ' }, 6), 6, 10);
  assert.deepEqual(toBoard(survey), {
    name: 'Attic',
    side: 'balancing',
    ring_edges_mm: [30, 50, 70, 90, 110, 130, 150],
    points: [1, 2, 3, 4, 5, 10],
    sectors: 4,
    foot_radius_mm: 6,
    aliens: 10,
  });
});

test('a tap on the drawing moves the nearest line, which stays between its neighbours', () => {
  const survey = withRings(blank(), 6);
  assert.equal(tapped(survey, 74).edges_mm[2], 74);
  assert.equal(withEdge(survey, 2, 500).edges_mm[2], 89);
  assert.deepEqual(tapped(survey, 400), survey);
  assert.deepEqual(withDiameter(survey, 150).edges_mm, [15, 25, 35, 45, 55, 65]);
});
