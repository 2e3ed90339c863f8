import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contrast, lightenedFor, readableOn } from '../../src/lib/contrast.ts';

const GREYS = Array.from({ length: 256 }, (_, step) => `#${step.toString(16).padStart(2, '0').repeat(3)}`);
const COLOURS = [...GREYS, '#ff0000', '#00ff00', '#0000ff', '#ffee00', '#2848c7', '#0f766e', '#7c3aed'];

describe('contrast', () => {
  it('is that of WCAG', () => {
    assert.equal(contrast('#000000', '#ffffff'), 21);
    assert.equal(contrast('#777777', '#ffffff').toFixed(2), '4.48');
    assert.equal(contrast('#ffffff', '#2848c7').toFixed(2), contrast('#2848c7', '#ffffff').toFixed(2));
  });

  it('of the text on any colour is sufficient, and white where white is sufficient', () => {
    for (const colour of COLOURS) assert.ok(contrast(colour, readableOn(colour)) >= 4.5, colour);
    assert.deepEqual(['#2848c7', '#ffee00', '#777777'].map(readableOn), ['#ffffff', '#000000', '#000000']);
  });

  it('of any colour on a dark page is sufficient once it is lightened, and no light colour changes', () => {
    for (const colour of COLOURS) {
      const light = lightenedFor('#18191c', colour);
      assert.match(light, /^#[0-9a-f]{6}$/);
      assert.ok(contrast(light, '#18191c') >= 4.5, colour);
    }
    assert.equal(lightenedFor('#18191c', '#ffee00'), '#ffee00');
  });
});
