import { describe, expect, test } from 'vitest';
import { newDeviceConfig, type DeviceConfig } from '../../../../src/core/settings/device-config.js';
import {
  deviceMeant,
  deviceRecord,
  formatDevice,
  withDeviceName,
} from '../../../../src/core/settings/device-names.js';
import { contractFolders } from '../../../../src/core/settings/folders.js';

const own = 'd-aaaaaaaaaa';
const phone = 'd-bbbbbbbbbb';
const config: DeviceConfig = {
  ...newDeviceConfig(own, contractFolders()),
  deviceNames: { [own]: 'Straße' },
};
const nameOf = (typed: string): string | undefined => {
  const named = withDeviceName(config, phone, typed);
  return named.ok ? named.value.deviceNames?.[phone] : named.error.message;
};

test.each([
  ['Tom’s laptop', 'Tom’s laptop'],
  ['  Tom’s   laptop ', 'Tom’s laptop'],
  ['x', 'x'],
  ['📱'.repeat(40), '📱'.repeat(40)],
  ['טלפון', 'טלפון'],
  ['D-Day', 'D-Day'],
  ['Ted-macintosh1', 'Ted-macintosh1'],
  ['', undefined],
])('a device that is named %j is called %j', (typed, name) => {
  expect(nameOf(typed)).toBe(name);
});

test.each([
  ['only spaces', '   ', '1 to 40 characters'],
  ['too long', 'x'.repeat(41), '1 to 40 characters'],
  ['a line break', 'a\nb', 'no control or invisible'],
  ['a tab', 'a\tb', 'no control or invisible'],
  ['an escape', 'a\u001b[31mb', 'no control or invisible'],
  ['a direction mark', 'a\u202eb', 'no control or invisible'],
  ['a zero-width space', 'a\u200bb', 'no control or invisible'],
  ['a space that is none of ours', 'a\u00a0b', 'no control or invisible'],
  ['half a character', 'a\ud83d', 'no control or invisible'],
  ['a link', '[[Note]]', 'no formatting'],
  ['a bracket', 'Tom]', 'no formatting'],
  ['a tag of HTML', '<b>', 'no formatting'],
  ['a comment', '%%', 'no formatting'],
  ['code', '`=1`', 'no formatting'],
  ['an id', 'd-5kmztwveb2', 'look like the id'],
  ['an id in capitals', 'D-5KMZTWVEB2', 'look like the id'],
  ['an id with another dash', 'd\u20115kmztwveb2', 'look like the id'],
  ['an id of a ledger', 'e-5kmztwveb2', 'look like the id'],
  ['an id in it', 'Tom (d-5kmztwveb2)', 'look like the id'],
  ['the name of another', 'STRAßE', `${own} already has this name`],
  ['the same, composed otherwise', 'straße'.normalize('NFD'), `${own} already has this name`],
])('no device is named with %s', (_what, typed, says) => {
  expect(nameOf(typed)).toContain(says);
});

describe('with names', () => {
  const named = { ...config, deviceNames: { [own]: 'Tom’s laptop', [phone]: 'Phone' } };

  test('screens show the name, and records also the id', () => {
    expect(formatDevice(named, phone)).toBe('Phone');
    expect(deviceRecord(named, phone)).toBe('Phone (d-bbbbbbbbbb)');
  });

  test.each(['d-cccccccccc', 'constructor', 'Another computer'])('%s stays as it is', (other) => {
    expect(formatDevice(named, other)).toBe(other);
    expect(deviceRecord(named, other)).toBe(other);
    expect(deviceMeant(named, other)).toBe(other);
  });

  test('this device has its name also under the id that is made from its key', () => {
    const pinnedKeys = [own, 'd-kkkkkkkkkk'].map((device) => ({ device, publicKey: 'own' }));
    const both = { ...named, pinnedKeys: [...pinnedKeys, { device: phone, publicKey: 'its' }] };
    expect(deviceRecord(both, 'd-kkkkkkkkkk')).toBe('Tom’s laptop (d-kkkkkkkkkk)');
    expect(formatDevice(both, phone)).toBe('Phone');
  });

  test('a person means a device by its name, in whatever capitals', () => {
    expect(deviceMeant(named, 'tom’s LAPTOP')).toBe(own);
  });

  test('settings that cannot be read name nobody', () => {
    const problem = { code: 'device_state_invalid', message: 'Gone.', advice: 'Look.' } as const;
    expect(formatDevice(problem, phone)).toBe(phone);
  });
});
