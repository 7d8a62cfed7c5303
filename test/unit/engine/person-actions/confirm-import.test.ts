import { describe, expect, test } from 'vitest';
import { fail } from '../../../../src/core/errors.js';
import type { ExternalReview } from '../../../../src/core/request/imports/external-review.js';
import { Observer } from '../../../../src/engine/observer.js';
import { memoryNoteStore } from '../../../support/memory/memory-note-store.js';
import { planCrash } from '../../../support/memory/simulated-crash.js';
import {
  edit,
  move,
  planned,
  requestIn,
  restart,
  startEngine,
  type Bench,
} from '../../../support/engine/gate-bench.js';
import { mailRoute } from '../../../support/builders/mail-route.js';
import { everythingIn, folders, invoiceMission, quiet } from '../../../support/engine/world.js';
import {
  createPeopleBench,
  onlyReview,
  press,
  pressApprove,
  restartPeople,
  type PeopleBench,
} from '../../../support/engine/people-bench.js';

const inPending = 'Pending_Approval/EMAIL_a.md';
const inApproved = 'Approved/EMAIL_a.md';
const note = `---
action: send_email
to: a@example.com
subject: Hello
---
Dear A,
this is what I wanted to say.
`;
const sent = {
  to: 'a@example.com',
  subject: 'Hello',
  text: 'Dear A,\nthis is what I wanted to say.',
};

async function put({ world, engine }: Bench, path = inPending, text = note): Promise<void> {
  world.vault.outside.write(path, text);
  await quiet(engine);
}

async function onlyForeign({ engine }: Bench): Promise<ExternalReview> {
  const reviews = await engine.externalReviews(10);
  const [review] = reviews;
  if (!review || reviews.length > 1) throw new Error(`${reviews.length} foreign notes`);
  return review;
}

/** The person presses “Use this” on what is shown. */
async function use(bench: Bench, { path, shownDigest }: ExternalReview) {
  const result = await bench.engine.personActions.confirmImport({
    path,
    shownDigest,
    gesture: press(bench),
  });
  await quiet(bench.engine);
  return result;
}

const codeOf = (result: Awaited<ReturnType<typeof use>>) => (result.ok ? '' : result.error.code);
const kindsOf = ({ engine }: Bench) => engine.view().alerts.map(({ kind }) => kind);

test('a note of another tool is shown, confirmed, approved, and sent once [GATE-18]', async () => {
  const bench = await createPeopleBench();
  await put(bench);
  const foreign = await onlyForeign(bench);
  expect(foreign.problems).toEqual([]);
  expect(foreign.call?.arguments).toEqual(sent);
  expect(foreign.arguments.map(({ name, isGuessed }) => [name, isGuessed])).toEqual([
    ['to', false],
    ['subject', false],
    ['text', true],
  ]);
  expect(await bench.engine.reviews(10)).toEqual([]);
  expect(kindsOf(bench)).toEqual(['foreign']);
  const used = await use(bench, foreign);
  expect(used.ok && used.value.path).toBe(inPending);
  expect(await bench.engine.externalReviews(10)).toEqual([]);
  expect(kindsOf(bench)).toEqual([]);
  expect(bench.world.server.calls).toEqual([]);
  const review = await onlyReview(bench);
  expect(review.blocked).toBeNull();
  expect((await pressApprove(bench, review)).ok).toBe(true);
  await restartPeople(bench);
  expect(bench.world.server.calls.map((call) => call.arguments)).toEqual([sent]);
});

describe('it never runs as it is, whatever lies in Approved [GATE-18]', () => {
  const texts: Readonly<Record<string, string>> = {
    'complete in its own form': note,
    'with an id': note.replace('to:', 'request_id: r-1\nto:'),
    'that says it is approved': note.replace('to:', 'status: approved\napproved_by: boss\nto:'),
    'with a stamp and all that goes with it': `${note}\n%% countersign {"epoch":"x","stamp":"v1~d-aaaaaaaaaa~2026-02-21T10:40:00Z~x~y"} %%\n`,
    'with half a fence': `${note}\n\`\`\`countersign-action\nbridge: email\n`,
    'with broken properties': note.replace('Hello', 'Re: Hello'),
    'with broken properties of the contract': note.replace(
      'subject: Hello',
      'type: approval_request\nsubject: Re: Hello',
    ),
  };
  test.each(Object.entries(texts))('%s', async (_what, text) => {
    const bench = await createPeopleBench({ config: { trustMoves: true } });
    await put(bench, inPending, text);
    await move(bench, inPending, inApproved);
    await restart(bench, { signer: bench.signer });
    expect(bench.world.server.calls).toEqual([]);
    expect(bench.world.note(inApproved)).toBe(text);
    expect(kindsOf(bench)).toEqual([text.match(/%%|```|Re:/) ? 'invalid' : 'foreign']);
    expect((await bench.engine.externalReviews(10)).length).toBe(
      kindsOf(bench).includes('foreign') ? 1 : 0,
    );
    const approved = await bench.engine.personActions.approve({
      requestId: 'r-1',
      shownDigest: (await bench.engine.externalReviews(1))[0]?.shownDigest ?? '',
      checked: [],
      gesture: press(bench),
    });
    expect(approved.ok).toBe(false);
    expect(bench.world.note(inApproved)).toBe(text);
  });

  test('used there, it goes back to Pending, and must be approved although moves are trusted', async () => {
    const bench = await createPeopleBench({ config: { trustMoves: true } });
    await put(bench, inApproved);
    const used = await use(bench, await onlyForeign(bench));
    expect(used.ok && used.value.path).toBe(inPending);
    expect(bench.world.paths('Approved')).toEqual([]);
    expect(bench.world.server.calls).toEqual([]);
    await move(bench, inPending, inApproved);
    expect(bench.world.server.calls.map((call) => call.arguments)).toEqual([sent]);
  });

  test('in Rejected it is nobody’s business', async () => {
    const bench = await createPeopleBench();
    await put(bench, 'Rejected/a.md');
    expect(kindsOf(bench)).toEqual([]);
    expect(await bench.engine.externalReviews(10)).toEqual([]);
  });
});

describe('nothing is taken over when', () => {
  /** Shows, lets something happen, presses, and finds every byte as it was after that. */
  async function refusedAfter(
    happens: (bench: PeopleBench) => Promise<void> | void,
    at = inPending,
  ): Promise<string> {
    const bench = await createPeopleBench();
    await put(bench, at);
    const shown = await onlyForeign(bench);
    await happens(bench);
    await bench.engine.flushDashboard();
    const before = everythingIn(bench.world);
    const code = codeOf(await use(bench, shown));
    await bench.engine.flushDashboard();
    expect(everythingIn(bench.world)).toEqual(before);
    return code;
  }

  test.each([
    ['the recipient changed since it was shown', note.replace('a@', 'b@')],
    ['one space was added since it was shown', `${note} `],
    ['half a fence came since it was shown', `${note}\`\`\`countersign-action\n`],
    ['it became something else since it was shown', 'Nothing.'],
  ])('%s [GATE-18]', async (_what, text) => {
    expect(await refusedAfter((bench) => put(bench, inPending, text))).toBe('note_changed');
  });

  test('a route changed since it was shown, so that it would be read otherwise [GATE-18]', async () => {
    const code = await refusedAfter(({ world }) => {
      world.config = {
        ...world.config,
        routes: [mailRoute({ arguments: { bcc: 'x@evil.example' } })],
      };
    });
    expect(code).toBe('note_changed');
  });

  test('it was moved since it was shown', async () => {
    expect(await refusedAfter((bench) => move(bench, inPending, inApproved))).toBe('note_missing');
  });

  test('this device lost its lock', async () => {
    const code = await refusedAfter(({ engine }) => {
      engine.halt(fail('locked', 'Another process took over.', 'Stop it.').error);
    });
    expect(code).toBe('locked');
  });

  test('the gesture was used before, or is old [GATE-5]', async () => {
    const bench = await createPeopleBench();
    await put(bench);
    const { path, shownDigest } = await onlyForeign(bench);
    const gesture = press(bench);
    await bench.world.clock.advance(6_000);
    const old = await bench.engine.personActions.confirmImport({ path, shownDigest, gesture });
    expect(codeOf(old)).toBe('gesture_used');
    expect(bench.world.note(inPending)).toBe(note);
    const second = press(bench);
    await bench.engine.personActions.confirmImport({ path, shownDigest, gesture: second });
    await put(bench, 'Pending_Approval/b.md');
    const other = await onlyForeign(bench);
    const again = await bench.engine.personActions.confirmImport({ ...other, gesture: second });
    expect(codeOf(again)).toBe('gesture_used');
  });

  test('it changes between the move to Pending and the writing: it stays foreign [GATE-18]', async () => {
    const evil = note.replace('a@', 'b@');
    const bench = await createPeopleBench({
      ports: ({ vault }) => {
        const store = memoryNoteStore(vault);
        return {
          store: {
            ...store,
            move: async (from, to) => {
              const moved = await store.move(from, to);
              vault.outside.write(to, evil);
              return moved;
            },
          },
        };
      },
    });
    await put(bench, inApproved);
    expect(codeOf(await use(bench, await onlyForeign(bench)))).toBe('note_changed');
    expect(bench.world.note(inPending)).toBe(evil);
    expect((await onlyForeign(bench)).call?.arguments['to']).toBe('b@example.com');
  });
});

describe('it cannot be used, and says why, when', () => {
  async function problemOf(bench: Bench): Promise<string> {
    const foreign = await onlyForeign(bench);
    expect(codeOf(await use(bench, foreign))).not.toBe('');
    return foreign.problems.map(({ message }) => message).join(' ');
  }

  test('another note carries its id [GATE-18]', async () => {
    const bench = await createPeopleBench();
    const { requestId } = requestIn(bench.world, await planned(bench));
    await put(bench, inPending, note.replace('to:', `request_id: ${requestId}\nto:`));
    expect(await problemOf(bench)).toBe('It carries the id of another request.');
    // Two notes of one id: neither can be approved.
    expect((await onlyReview(bench)).blocked).not.toBeNull();
  });

  test('another foreign note carries its id [GATE-18]', async () => {
    const bench = await createPeopleBench();
    const claim = note.replace('to:', 'request_id: r-1\nto:');
    await put(bench, inPending, claim);
    await put(bench, 'Pending_Approval/b.md', claim.replace('Hello', 'Something else'));
    const both = await bench.engine.externalReviews(10);
    expect(both.map(({ problems }) => problems.length)).toEqual([1, 1]);
    for (const one of both) expect(codeOf(await use(bench, one))).toBe('request_not_ready');
    expect(bench.world.note(inPending)).toBe(claim);
  });

  test('its id was already used [GATE-18]', async () => {
    const bench = await createPeopleBench();
    const { requestId } = requestIn(bench.world, await planned(bench));
    await pressApprove(bench, await onlyReview(bench));
    await put(bench, inPending, note.replace('to:', `request_id: ${requestId}\nto:`));
    expect(await problemOf(bench)).toBe('It carries the id of another request.');
    expect(bench.world.server.calls).toHaveLength(1);
  });

  test('it is a conflict copy', async () => {
    const bench = await createPeopleBench();
    await put(bench, 'Pending_Approval/EMAIL_a (1).md');
    expect(await problemOf(bench)).toBe('This note is a copy that sync made.');
  });

  test('there is no route for it; one that comes later lets it be used', async () => {
    const bench = await createPeopleBench({ config: { routes: [] } });
    await put(bench);
    expect(await problemOf(bench)).toBe(
      'Countersign doesn’t know yet which tool to use for emails.',
    );
    expect(bench.world.note(inPending)).toBe(note);
    bench.world.config = { ...bench.world.config, routes: [mailRoute()] };
    expect((await use(bench, await onlyForeign(bench))).ok).toBe(true);
  });
});

test('it gets an id that nothing else has, and keeps a free one of its own', async () => {
  const bench = await createPeopleBench();
  await put(bench);
  const first = await use(bench, await onlyForeign(bench));
  await put(bench, 'Approved/EMAIL_a.md');
  const second = await use(bench, await onlyForeign(bench));
  await put(bench, 'Pending_Approval/c.md', note.replace('to:', 'request_id: my-own\nto:'));
  const third = await use(bench, await onlyForeign(bench));
  const ids = [first, second, third].map((used) => (used.ok ? used.value.requestId : ''));
  expect(new Set(ids).size).toBe(3);
  expect(ids[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ_email_email-a$/);
  expect(ids[1]).toBe(`${ids[0] ?? ''}-2`);
  expect(ids[2]).toBe('my-own');
});

test('what was sent before asks “I checked”, in whatever form it comes again [GATE-18]', async () => {
  const bench = await createPeopleBench();
  await put(bench);
  await use(bench, await onlyForeign(bench));
  await pressApprove(bench, await onlyReview(bench));
  await put(bench);
  await use(bench, await onlyForeign(bench));
  const again = await onlyReview(bench);
  expect(again.attempts).toHaveLength(1);
  const approved = await pressApprove(bench, again);
  expect(approved.ok ? '' : approved.error.code).toBe('attempts_not_checked');
  expect(bench.world.server.calls).toHaveLength(1);
});

test('the person’s word is in the audit log before any note changes [GATE-6]', async () => {
  const crash = planCrash(Infinity);
  const bench = await createPeopleBench({ hooks: crash });
  await put(bench, inApproved);
  const from = crash.writes.length;
  await use(bench, await onlyForeign(bench));
  const [ledger, audit, moved, written] = crash.writes.slice(from);
  expect([ledger, audit, moved, written]).toEqual([
    expect.stringMatching(/ledger/),
    expect.stringMatching(/Logs\/audit/),
    expect.stringMatching(/Pending_Approval/),
    expect.stringMatching(/Pending_Approval/),
  ]);
  expect(bench.world.records().map(({ audit: line }) => [line.event, line.actor])).toContainEqual([
    'foreign_confirmed',
    'Human',
  ]);
});

test('dead at any write, it is foreign still or waits in Pending, and was never sent [GATE-18]', async () => {
  for (let at = 1; at < 40; at += 1) {
    for (const moment of ['before', 'after'] as const) {
      const bench = await createPeopleBench({ config: { trustMoves: true } });
      await put(bench, inApproved);
      const { path, shownDigest } = await onlyForeign(bench);
      await bench.engine.stop();
      const crash = planCrash(at, moment);
      const dying = await startEngine(bench.world, { signer: bench.signer }, crash).catch(
        () => null,
      );
      if (!dying) continue;
      const input = { path, shownDigest, gesture: press(bench) };
      await dying.personActions.confirmImport(input).catch(() => undefined);
      await quiet(dying);
      await dying.stop().catch(() => undefined);
      if (!crash.crashed) {
        expect(at).toBeGreaterThan(5);
        return;
      }
      await restartPeople(bench);
      const [foreign] = await bench.engine.externalReviews(5);
      const [request] = await bench.engine.reviews(5);
      expect([foreign, request].filter(Boolean), `write ${at} ${moment}`).toHaveLength(1);
      expect(request?.folder ?? 'pending').toBe('pending');
      expect(bench.world.server.calls).toEqual([]);
    }
  }
  throw new Error('It never ends');
});

test('a device that runs no actions shows it, and cannot use it', async () => {
  const { world } = await createPeopleBench();
  world.vault.outside.write(inPending, note);
  const observer = await Observer.start({ store: memoryNoteStore(world.vault), folders });
  const [foreign] = await observer.externalReviews(10);
  expect(foreign?.fields.map(({ name }) => name)).toEqual(['Type', 'To', 'Why']);
  expect(foreign?.call).toBeNull();
  expect(foreign?.problems.map(({ message }) => message).join(' ')).toMatch(/does not run actions/);
  await observer.stop();
});

test('a note for a plan that is not there says so, and can be used as soon as it is [GATE-18]', async () => {
  const bench = await createPeopleBench();
  await put(bench, inPending, note.replace('to:', 'plan_id: PLAN-2026-001\nstep_id: s2\nto:'));
  const [problem] = (await onlyForeign(bench)).problems;
  expect(problem?.message).toBe('The plan PLAN-2026-001 is not there.');
  expect(codeOf(await use(bench, await onlyForeign(bench)))).toBe('request_not_ready');
  await bench.engine.operations.initializePlan(invoiceMission);
  await quiet(bench.engine);
  expect((await onlyForeign(bench)).problems).toEqual([]);
  expect((await use(bench, await onlyForeign(bench))).ok).toBe(true);
});

const withFirstId = (text: string): string => text.replace(/^(1\. \[x\] .*)$/m, '$1 ^s1');
test.each([
  ['is finished', 's2', (text: string) => text.replaceAll('[ ]', '[x]'), 'is finished.'],
  ['has no such step', 's77', null, 'has no step ^s77.'],
  ['does not ask for approval there', 's1', withFirstId, 'carries no ✋.'],
] as const)('a note for a plan that %s is not used [GATE-18]', async (_how, step, change, said) => {
  const bench = await createPeopleBench();
  await planned(bench);
  if (change) await edit(bench, 'Plans/PLAN-2026-001.md', change);
  const asks = note.replace('to:', `plan_id: PLAN-2026-001\nstep_id: ${step}\nto:`);
  await put(bench, inPending, asks);
  const foreign = await onlyForeign(bench);
  expect(foreign.problems.map(({ message }) => message)).toEqual([
    expect.stringContaining(said) as string,
  ]);
  expect(codeOf(await use(bench, foreign))).toBe('request_not_ready');
});
