import { stampAheadMs } from '../../../../../src/core/request/approval/stamp.js';
import { witnessGesture } from '../../../../../src/core/request/approval/gesture.js';
import type { CheckCode } from '../../../../../src/engine/gate/verdict.js';
import { settle } from '../../../../support/memory/virtual-clock.js';
import { quiet } from '../../../../support/engine/world.js';
import {
  approve,
  edit,
  idOf,
  inApproved,
  move,
  phone,
  planned,
  rewrite,
  stamped,
} from '../../../../support/engine/gate-bench.js';
import { earlierEpoch, tellOfEarlierLedger } from '../../../../support/engine/earlier-ledger.js';
import {
  approvedMail,
  approvedWith,
  configure,
  configuredThenLook,
  editPlan,
  trusting,
  type VerdictCase,
} from './verdict-case.js';

/** Cases of the checks of what speaks for a request: completeness, moves and stamps. */
export const authorityCases = {
  incomplete: {
    config: trusting,
    async arrange(bench) {
      const path = await planned(bench);
      rewrite(bench.world, path, (text) => text.replace(/%% countersign .*%%\n/, ''));
      bench.world.vault.outside.move(path, inApproved(path));
      await quiet(bench.engine);
      return inApproved(path);
    },
    does: 'return',
    says: /moved before Countersign had prepared it/,
    next: (bench, path) => move(bench, path),
  },
  other_epoch: {
    async arrange(bench) {
      const path = await planned(bench);
      const other = (text: string) => text.replace(/"epoch":"[^"]*"/, '"epoch":"e-bbbbbbbbbb"');
      rewrite(bench.world, path, other);
      await approve(bench, path);
      return inApproved(path);
    },
    does: 'alert',
    says: /prepared for another device/,
    async next(bench, path) {
      const back = path.replace('Approved/', 'Pending_Approval/');
      rewrite(bench.world, path, (text) => text.replace(/%% countersign .*%%\n/, ''));
      await move(bench, path, back);
      // So long after that, another device's clock leaves no doubt that it was approved since.
      await bench.world.clock.advance(stampAheadMs + 1_000);
      await approve(bench, back);
    },
  },
  not_acting: {
    async arrange(bench) {
      const path = await planned(bench);
      tellOfEarlierLedger(bench.world);
      await approve(bench, path);
      return inApproved(path);
    },
    does: 'wait',
    says: /^“.*”: d-zzzzzzzzzz runs actions .*\. This computer runs nothing/,
    async next(bench) {
      const gesture = witnessGesture('press', bench.world.clock.now());
      await bench.engine.personActions.takeOver({ epoch: earlierEpoch, gesture });
      await quiet(bench.engine);
      await approve(bench, bench.world.only('Pending_Approval'));
    },
  },
  not_stamped: {
    async arrange(bench) {
      const path = await planned(bench);
      await move(bench, path);
      return inApproved(path);
    },
    does: 'ask',
    says: /Someone or something moved it to Approved\. Run this request\?/,
    next: (bench, path) => approve(bench, path),
  },
  edited_after_arrival: {
    config: { ...trusting, paused: true },
    async arrange(bench) {
      const path = await planned(bench);
      await move(bench, path);
      configure(bench, { paused: false });
      await edit(bench, inApproved(path), (text) => text.replace('Dear Client A', 'Dear Client B'));
      return inApproved(path);
    },
    does: 'return',
    says: /changed after it was approved/,
    next: (bench, path) => move(bench, path),
  },
  held: {
    config: trusting,
    ports: () => ({ hasUndoWindow: true }),
    async arrange(bench) {
      const path = await planned(bench);
      await move(bench, path);
      await bench.world.clock.advance(9_999);
      await quiet(bench.engine);
      return inApproved(path);
    },
    does: 'wait',
    says: /moved to Approved, where moves are trusted\.$/,
    async next(bench) {
      await bench.world.clock.advance(1);
      await quiet(bench.engine);
    },
  },
  approval_lapsed: {
    async arrange(bench) {
      const path = await planned(bench);
      const { server } = bench.world;
      server.duringInspect = async () => {
        server.duringInspect = () => undefined;
        editPlan('status: Active', 'status: Draft')(bench);
        await settle();
        editPlan('status: Draft', 'status: Active')(bench);
      };
      await approve(bench, path);
      return inApproved(path);
    },
    does: 'return',
    says: /The plan PLAN-2026-001 is a draft/,
  },
  stamp_damaged: {
    async arrange(bench) {
      const path = await planned(bench);
      const text = await stamped(bench, path);
      bench.world.vault.outside.move(path, inApproved(path));
      bench.world.vault.outside.write(inApproved(path), text.replace(/"} %%/, '="} %%'));
      await quiet(bench.engine);
      return inApproved(path);
    },
    does: 'return',
    says: /has a stamp that can’t be read/,
  },
  stamp_digest_differs: {
    config: { paused: true },
    async arrange(bench) {
      const path = await approvedMail(bench);
      configure(bench, { paused: false });
      await edit(bench, path, (text) => text.replace('to: client_a@', 'to: client_b@'));
      return path;
    },
    does: 'return',
    says: /changed after it was approved/,
  },
  stamp_key_not_pinned: {
    config: { pinnedKeys: [] },
    arrange: approvedMail,
    does: 'wait',
    says: /approved on d-bbbbbbbbbb, whose key is not trusted here/,
    next: (bench) =>
      configuredThenLook({
        pinnedKeys: [{ device: phone, publicKey: bench.key.publicKey }],
      })(bench),
  },
  stamp_signature_invalid: {
    arrange: approvedWith(({ key }) => ({
      key: { ...key, sign: (message) => key.sign(`${message} `) },
    })),
    does: 'return',
    says: /signature of the approval is not valid/,
  },
  stamp_from_the_future: {
    arrange: approvedWith(({ world }) => ({ atMs: world.clock.now() + 6 * 60_000 })),
    does: 'return',
    says: /ahead of this device's time/,
  },
  stamp_too_old: {
    arrange: approvedWith(({ world }) => ({ atMs: world.clock.now() - 31 * 24 * 3_600_000 })),
    does: 'return',
    says: /older than 30 days/,
  },
  stamp_outdated: {
    async arrange(bench) {
      const path = await planned(bench);
      const atMs = bench.world.clock.now();
      const text = await stamped(bench, path, { atMs });
      await move(bench, path);
      await bench.engine.personActions.undo({ requestId: idOf(bench.world, inApproved(path)) });
      await quiet(bench.engine);
      bench.world.vault.outside.move(path, inApproved(path));
      bench.world.vault.outside.write(inApproved(path), text);
      await quiet(bench.engine);
      return inApproved(path);
    },
    does: 'return',
    says: /This approval is from before that, or of another version/,
  },
} satisfies Readonly<Partial<Record<CheckCode, VerdictCase>>>;
