import { describe, expect, test } from 'vitest';
import { signedContent } from '../../../../src/core/request/approval/signed-content.js';
import type { ActionRequest } from '../../../../src/core/request/request.js';
import { sendEmailTool } from '../../../support/memory/memory-bridges.js';
import { generateTestKey } from '../../../support/memory/test-key.js';
import { invoiceMail, quiet, vaultId } from '../../../support/engine/world.js';
import {
  alertsOf,
  approve,
  calledIds,
  createBench,
  edit,
  idOf,
  inApproved,
  look,
  move,
  phone,
  planned,
  requestIn,
  restart,
  stamped,
  standalone,
  type Bench,
} from '../../../support/engine/gate-bench.js';

const dayMs = 24 * 3_600_000;

test('a stamped request runs once, with exactly the arguments that were signed [GATE-1]', async () => {
  const bench = await createBench();
  const path = await planned(bench);
  const content = signedContent(requestIn(bench.world, path), vaultId);
  await approve(bench, path);
  const [call, ...others] = bench.world.server.calls;
  expect(others).toEqual([]);
  expect(JSON.parse(content?.text ?? '')).toMatchObject({ arguments: call?.arguments });
  expect(call?.arguments).toEqual(invoiceMail.arguments);

  await restart(bench);
  await bench.world.clock.advance(dayMs);
  await look(bench);
  expect(bench.world.server.calls).toHaveLength(1);
});

test('of several tools of a bridge the one that was signed is called', async () => {
  const bench = await createBench();
  bench.world.server.tools = ['send_post', 'send_email', 'send_fax'].map((name) => ({
    ...sendEmailTool,
    name,
  }));
  await approve(bench, await planned(bench));
  expect(bench.world.server.calls).toMatchObject([{ tool: 'send_email' }]);
});

test('a stamp needs no trust in moves, and a move under a stamp needs none either', async () => {
  const bench = await createBench();
  const path = await standalone(bench);
  await move(bench, path);
  expect(bench.world.server.calls).toEqual([]);
  await approve(bench, inApproved(path));
  expect(bench.world.server.calls).toHaveLength(1);
});

/** Puts a text in Approved in place of the note in Pending. */
async function submit(bench: Bench, path: string, text: string): Promise<void> {
  bench.world.vault.outside.move(path, inApproved(path));
  bench.world.vault.outside.write(inApproved(path), text);
  await quiet(bench.engine);
}

const signs =
  (change: (request: ActionRequest) => ActionRequest) =>
  (bench: Bench, path: string): Promise<string> =>
    stamped(bench, path, { signs: change });

const withCompletion = (change: object) =>
  signs((request) => {
    const { machine } = request;
    const preparation = machine.preparation && { ...machine.preparation, ...change };
    return { ...request, machine: { ...machine, preparation } };
  });

const forgeries: Readonly<Record<string, (bench: Bench, path: string) => Promise<string>>> = {
  'a key that nobody pinned, under the name of a device that is': async (bench, path) =>
    stamped(bench, path, { key: await generateTestKey() }),
  'another vault': (bench, path) => stamped(bench, path, { vaultId: 'v-zzzzzzzzzz' }),
  'another epoch': withCompletion({ epoch: 'e-zzzzzzzzzz' }),
  'another request': signs((request) => ({ ...request, requestId: `${request.requestId}-2` })),
  'another plan': signs((request) => ({ ...request, planId: 'PLAN-2026-009' })),
  'another step': signs((request) => ({ ...request, stepId: 's9' })),
  'another bridge': signs((request) => ({ ...request, call: { ...request.call, bridge: 'x' } })),
  'another tool': signs((request) => ({ ...request, call: { ...request.call, tool: 'x' } })),
  'other arguments': signs((request) => ({ ...request, call: { ...request.call, arguments: {} } })),
  'another expiry': signs((request) => ({ ...request, expires: '2027-01-01T00:00:00Z' })),
  'other confirmations': signs((request) => ({
    ...request,
    machine: { ...request.machine, confirms: ['x'] },
  })),
  'other files': withCompletion({ files: { 'a.md': '0'.repeat(64) } }),
  'another tool definition': withCompletion({ tool_digest: '0'.repeat(64) }),
  'another bridge target': withCompletion({ bridge_digest: '0'.repeat(64) }),
  'another pattern of success': withCompletion({ success: 'ok' }),
};

const respelled: Readonly<Record<string, (stamp: string) => string>> = {
  truncated: (stamp) => stamp.slice(0, -1),
  'cut behind the digest': (stamp) => stamp.split('~').slice(0, 4).join('~'),
  'of another version': (stamp) => stamp.replace('v1~', 'v2~'),
  'in upper case': (stamp) => stamp.replace('v1~', 'V1~'),
  'with an upper-case digest': (stamp) =>
    stamp.replace(/~[0-9a-f]{64}~/, (digest) => digest.toUpperCase()),
  'with another spelling of its time': (stamp) => stamp.replace('Z~', '+00:00~'),
  'with fractions of a second': (stamp) => stamp.replace('Z~', '.000Z~'),
  'with another time': (stamp) => stamp.replace(':30:', ':29:'),
  'of another device': (stamp) => stamp.replace(phone, 'd-cccccccccc'),
  'with padding': (stamp) => `${stamp}==`,
  'with a space behind it': (stamp) => `${stamp} `,
  'with a space before it': (stamp) => ` ${stamp}`,
  'with a line end behind it': (stamp) => `${stamp}\n`,
  'with a zero-width space in it': (stamp) => stamp.replace('~d-', '~\u200bd-'),
  'with trailing bytes': (stamp) => `${stamp}AAAA`,
  'with a part more': (stamp) => `${stamp}~x`,
  'with its signature in base64 instead of base64url': (stamp) =>
    stamp.replace(/[^~]*$/, (signature) =>
      Buffer.from(signature, 'base64url')
        .toString('base64')
        .replace(/[^+/]=*$/, '+=='),
    ),
  'with its signature in hexadecimal': (stamp) =>
    stamp.replace(/[^~]*$/, (signature) => Buffer.from(signature, 'base64url').toString('hex')),
  'with its signature in DER': (stamp) =>
    stamp.replace(/[^~]*$/, (signature) => {
      const raw = Buffer.from(signature, 'base64url');
      return Buffer.concat([Buffer.from([0x30, 0x44, 2, 32]), raw]).toString('base64url');
    }),
  'with its letters turned over': (stamp) =>
    stamp.replace(/[A-Za-z]+(?=[^~]*$)/, (letters) =>
      letters === letters.toUpperCase() ? letters.toLowerCase() : letters.toUpperCase(),
    ),
  // The last character of 64 bytes in base64url holds four bits that mean nothing.
  'with a second spelling of its signature': (stamp) =>
    stamp.slice(0, -1) + String.fromCharCode(stamp.charCodeAt(stamp.length - 1) + 1),
  empty: () => '',
};

const edits: Readonly<Record<string, (text: string) => string>> = {
  'an argument': (text) => text.replace('to: client_a@', 'to: client_b@'),
  'one space in an argument': (text) =>
    text.replace('subject: January 2026', 'subject: January  2026'),
  'its expiry': (text) =>
    text.replace('status: pending', 'expires: 2027-01-01T00:00:00Z\nstatus: pending'),
  'its plan and step': (text) => text.replace(/plan_id: .*\nstep_id: .*\n/, ''),
  'its step': (text) => text.replace('step_id: s2', 'step_id: s3'),
  'its confirmations': (text) => text.replace('"attempts":[]', '"attempts":[],"confirms":["x"]'),
  'its files': (text) => text.replace('"files":{}', `"files":{"a.md":"${'0'.repeat(64)}"}`),
  'its pattern of success': (text) => text.replace('"success":null', '"success":"ok"'),
};

describe('never runs, and goes back to Pending:', () => {
  test.each(Object.entries(forgeries))('a stamp over %s [GATE-1]', async (_name, forge) => {
    const bench = await createBench();
    const path = await planned(bench);
    await submit(bench, path, await forge(bench, path));
    expectReturned(bench);
  });

  test.each(Object.entries(respelled))('a stamp that is %s', async (_name, respell) => {
    const bench = await createBench();
    const path = await planned(bench);
    const text = await stamped(bench, path);
    const changed = text.replace(/"stamp":"([^"]*)"/, (_line, stamp: string) =>
      JSON.stringify({ stamp: respell(stamp) }).slice(1, -1),
    );
    expect(changed).not.toBe(text);
    await submit(bench, path, changed);
    if (_name === 'of another device') {
      expect(bench.world.server.calls).toEqual([]);
      expect(alertsOf(bench, idOf(bench.world, inApproved(path)))[0]?.kind).toBe('waits');
    } else expectReturned(bench);
  });

  test.each(Object.entries(edits))(
    'a note of which %s changed after it was stamped [GATE-1]',
    async (_name, change) => {
      const bench = await createBench();
      const path = await planned(bench);
      const text = await stamped(bench, path);
      expect(change(text)).not.toBe(text);
      await submit(bench, path, change(text));
      expectReturned(bench);
      expect(bench.world.note(bench.world.only('Pending_Approval'))).toContain(
        'The request was changed after it was approved.',
      );
    },
  );
});

function expectReturned({ world }: Bench): void {
  expect(world.server.calls).toEqual([]);
  expect(world.paths('Approved')).toEqual([]);
  const back = requestIn(world, world.only('Pending_Approval'));
  expect(back.requestId).toMatch(/-r[a-z2-7]{4}$/);
  expect(back.machine.stamp).toBeNull();
}

test('a stamp pasted into another request does not run that one', async () => {
  const bench = await createBench();
  const first = await standalone(bench);
  const second = await standalone(bench, { title: 'Another mail' });
  const stamp = /"stamp":"[^"]*"/.exec(await stamped(bench, first))?.[0] ?? '';
  const text = bench.world.note(second).replace('"attempts":[]', `"attempts":[],${stamp}`);
  await submit(bench, second, text);
  expect(bench.world.server.calls).toEqual([]);
  expect(bench.world.paths('Approved')).toEqual([]);
});

test('of two copies of a stamped request none runs; what is left asks again, and runs once [GATE-17]', async () => {
  const bench = await createBench();
  const path = await standalone(bench);
  const text = await stamped(bench, path);
  const { vault, server } = bench.world;
  vault.outside.write('Approved/copy.md', text);
  await submit(bench, path, text);
  await look(bench);
  expect(server.calls).toEqual([]);
  expect(alertsOf(bench, idOf(bench.world, 'Approved/copy.md'))).toMatchObject([
    { kind: 'duplicate' },
  ]);

  vault.outside.remove(inApproved(path));
  await quiet(bench.engine);
  expect(server.calls).toEqual([]);
  await approve(bench, bench.world.only('Pending_Approval'));
  expect(server.calls).toHaveLength(1);
  vault.outside.write(inApproved(path), text);
  await quiet(bench.engine);
  await restart(bench);
  expect(server.calls).toHaveLength(1);
  expect(bench.world.paths('Approved')).toEqual([]);
});

test.each([
  'Approved/mail (Conflicted copy laptop 202602211030).md',
  'Approved/mail.sync-conflict-20260221-103000-ABCDEFG.md',
  'Approved/mail (1).md',
])(
  'a conflict copy never runs by its approval, even when it is the only one: %s [GATE-17]',
  async (copy) => {
    const bench = await createBench();
    const path = await standalone(bench);
    const text = await stamped(bench, path);
    bench.world.vault.outside.remove(path);
    bench.world.vault.outside.write(copy, text);
    await quiet(bench.engine);
    expect(bench.world.server.calls).toEqual([]);
    bench.world.vault.outside.move(copy, 'Approved/mail.md');
    await quiet(bench.engine);
    expect(bench.world.server.calls).toEqual([]);
    expect(bench.world.paths('Pending_Approval')).toHaveLength(1);
  },
);

describe('while one of two notes of a request is only half written', () => {
  const half = [
    ['empty', ''],
    ['cut off before its id', '---\ntype: appro'],
  ] as const;

  test.each(half)(
    'in Approved, %s: neither runs, and what is left asks again [GATE-17]',
    async (_how, text) => {
      const bench = await createBench();
      const path = await standalone(bench);
      const whole = await stamped(bench, path);
      const { vault, server } = bench.world;
      vault.outside.write('Approved/copy.md', whole);
      await submit(bench, path, whole);
      vault.outside.write('Approved/copy.md', text);
      await quiet(bench.engine);
      expect(server.calls).toEqual([]);
      vault.outside.write('Approved/copy.md', whole);
      await quiet(bench.engine);
      expect(server.calls).toEqual([]);
      vault.outside.remove('Approved/copy.md');
      await quiet(bench.engine);
      expect(server.calls).toEqual([]);
      expect(bench.world.paths('Pending_Approval')).toHaveLength(1);
    },
  );

  test.each(half)(
    'in Pending and Rejected, %s: it is not rejected [GATE-17]',
    async (_how, text) => {
      const bench = await createBench();
      const path = await standalone(bench);
      const { vault } = bench.world;
      const whole = bench.world.note(path);
      vault.outside.write('Rejected/copy.md', whole);
      await quiet(bench.engine);
      vault.outside.write(path, text);
      await quiet(bench.engine);
      vault.outside.write(path, whole);
      vault.outside.remove('Rejected/copy.md');
      await quiet(bench.engine);
      expect(alertsOf(bench, idOf(bench.world, path))).toEqual([]);
      expect(bench.world.paths('Pending_Approval')).toEqual([path]);
    },
  );
});

test('a copy that appears while the bridge is asked keeps the request from running', async () => {
  const bench = await createBench();
  const path = await standalone(bench);
  const text = await stamped(bench, path);
  bench.world.server.duringInspect = () => {
    bench.world.vault.outside.write('Approved/copy.md', text);
  };
  await approve(bench, path);
  expect(bench.world.server.calls).toEqual([]);
  expect(alertsOf(bench, idOf(bench.world, 'Approved/copy.md'))[0]?.kind).toBe('duplicate');
});

test('a second device approves once its key is pinned, and no more once it is unpinned', async () => {
  const bench = await createBench({ config: { pinnedKeys: [] } });
  const pinnedKeys = [{ device: phone, publicKey: bench.key.publicKey }];
  const first = await standalone(bench);
  await approve(bench, first);
  expect(bench.world.server.calls).toEqual([]);

  bench.world.config = { ...bench.world.config, pinnedKeys };
  await look(bench);
  expect(calledIds(bench.world)).toHaveLength(1);

  bench.world.config = { ...bench.world.config, pinnedKeys: [] };
  const second = await standalone(bench, { title: 'Second', arguments: { to: 'b', subject: 'b' } });
  await approve(bench, second);
  expect(calledIds(bench.world)).toHaveLength(1);
  expect(alertsOf(bench, idOf(bench.world, inApproved(second)))[0]?.kind).toBe('waits');
});

test.each([
  ['5 minutes ahead', 5 * 60_000, 1],
  ['6 minutes ahead', 6 * 60_000, 0],
  ['30 days old', -30 * dayMs, 1],
  ['31 days old', -31 * dayMs, 0],
])('a stamp %s', async (_name, offsetMs, calls) => {
  const bench = await createBench();
  const path = await standalone(bench);
  await approve(bench, path, { atMs: bench.world.clock.now() + offsetMs });
  expect(bench.world.server.calls).toHaveLength(calls);
});

test('an approval that waits for a step that is set aside says what to do with that', async () => {
  const bench = await createBench();
  const path = await planned(bench);
  await edit(bench, 'Plans/PLAN-2026-001.md', (text) => text.replace('1. [x]', '1. [-]'));
  await approve(bench, path);
  const [alert] = alertsOf(bench, idOf(bench.world, inApproved(path)));
  expect(alert?.advice).toBe(
    'That step is marked [-]. Tick it if it is not needed, or empty its box.',
  );
});

test('an approval that waits until it is too old comes back at that time', async () => {
  const bench = await createBench();
  const path = await planned(bench);
  await edit(bench, 'Plans/PLAN-2026-001.md', (text) => text.replace('1. [x]', '1. [ ]'));
  await approve(bench, path);
  const id = idOf(bench.world, inApproved(path));
  await bench.world.clock.advance(30 * dayMs);
  await quiet(bench.engine);
  expect(alertsOf(bench, id)[0]?.advice).toBe(
    'It runs automatically once you or an agent ticks that step.',
  );
  await bench.world.clock.advance(1_000);
  await quiet(bench.engine);
  expect(bench.world.paths('Approved')).toEqual([]);
  expect(bench.world.note(bench.world.only('Pending_Approval'))).toContain('older than 30 days');
  expect(
    bench.engine
      .view()
      .alerts.map(({ advice }) => advice)
      .join(),
  ).not.toContain('It will run');
});

test.each([
  ['a stamp that was too old', {}, 31, 'older than 30 days'],
  ['a request that had expired', { expires: '2026-03-01T00:00:00Z' }, 10, 'expired at'],
])('a clock that is set back does not revive %s', async (_name, input, days, says) => {
  const bench = await createBench({ config: { paused: true } });
  const start = bench.world.clock.now();
  const path = await standalone(bench, input);
  await approve(bench, path);
  bench.world.clock.jumpTo(start + days * dayMs);
  await standalone(bench, { title: 'Something that is written down' });
  bench.world.clock.jumpTo(start);
  bench.world.config = { ...bench.world.config, paused: false };
  await restart(bench);
  expect(bench.world.server.calls).toEqual([]);
  const back = bench.world.paths('Pending_Approval').map((name) => bench.world.note(name));
  expect(back.some((text) => text.includes(says))).toBe(true);
});

test('what was edited after it went back can be approved as it is now', async () => {
  const bench = await createBench();
  const path = await planned(bench);
  const text = await stamped(bench, path);
  await submit(bench, path, text.replace('to: client_a@', 'to: client_b@'));
  const back = bench.world.only('Pending_Approval');
  await edit(bench, back, (note) => note.replace('to: client_b@', 'to: client_c@'));
  await approve(bench, back);
  expect(bench.world.server.calls).toMatchObject([{ arguments: { to: 'client_c@example.com' } }]);
});
