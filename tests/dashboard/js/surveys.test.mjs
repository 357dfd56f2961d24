import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as encounters from '../../../companion/dashboard/games/close-encounters/survey.js';
import * as etBoard from '../../../companion/dashboard/games/et-board/survey.js';

test('stored rings are surveyed again as they were told, numbers nobody has looked at too', () => {
  const rings = [['playground', 'hide 1', 'hide ?', 'hide roll', 'arrow-bottom A 2'], ['arrow-top A ?', 'van'], [], []];
  const values = { rings, start: 2, landing_path: [3, 2], die: [1, 2, 3, 1, 2, 3] };
  const survey = etBoard.fromValues('ours', values);
  assert.deepEqual(etBoard.toValues(survey), values);
  assert.deepEqual([survey.name, survey.rings[0][2].chips, survey.rings[1][0].arrow], ['ours', null, 'A']);
  assert.equal(etBoard.fromValues('ours', { ...values, landing_path: [] }).landing, null);
});

test('a stored grid is surveyed again, and numbering goes on behind its highest number', () => {
  const survey = encounters.fromValues('ours', { rows: [' .  1 T', '12  o M'] });
  assert.deepEqual(encounters.toValues(survey).rows, ['. 1 T', '12 o M']);
  assert.equal(survey.next, 13);
});
