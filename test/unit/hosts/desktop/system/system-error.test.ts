import { describe, expect, test } from 'vitest';
import { describeSystemError } from '../../../../../src/hosts/desktop/system/system-error.js';

function systemError(code: string): Error {
  const path = `/home/me/.countersign-${Math.random()}.tmp`;
  return Object.assign(new Error(`${code}: open '${path}'`), { code, path });
}

describe('why the system refused', () => {
  test.each([
    ['ENOSPC', 'the disk is full (ENOSPC)'],
    ['ECOMPROMISED', 'it was not renewed in time, or was removed (ECOMPROMISED)'],
    [
      'EMFILE',
      'this program has too many files open; raise the limit with `ulimit -n`, or restart it (EMFILE)',
    ],
    ['ENOTEMPTY', 'ENOTEMPTY'],
    ['ERR_FS_FILE_TOO_LARGE', 'ERR_FS_FILE_TOO_LARGE'],
  ])('%s reads the same each time, without the path it met', (code, text) => {
    expect(describeSystemError(systemError(code))).toBe(text);
  });

  test('is what was said when there is no code', () => {
    expect(describeSystemError(new Error('out of luck'))).toBe('out of luck');
    expect(describeSystemError('out of luck')).toBe('out of luck');
  });
});
