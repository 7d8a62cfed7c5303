import { signedContent } from '../../../../../src/core/request/approval/signed-content.js';
import type { CheckCode } from '../../../../../src/engine/gate/verdict.js';
import { sendEmailTool } from '../../../../support/memory/memory-bridges.js';
import { MEMORY_ROOT } from '../../../../support/memory/memory-note-store.js';
import { vaultId } from '../../../../support/engine/world.js';
import {
  approve,
  edit,
  inApproved,
  planned,
  requestIn,
  rewrite,
  stamped,
  standalone,
  startEngine,
} from '../../../../support/engine/gate-bench.js';
import { approvedAfter, afterUndoing, configure, type VerdictCase } from './verdict-case.js';

const january = 'Invoices/January.md';

/** A request that was prepared with what no preparation lets through today, and approved. */
function preparedAs(change: (text: string) => string): VerdictCase['arrange'] {
  return async (bench) => {
    const path = await planned(bench);
    const { world } = bench;
    const digest = (): string => signedContent(requestIn(world, path), vaultId)?.digest ?? '';
    const before = digest();
    await bench.engine.stop();
    rewrite(world, path, change);
    world.ledgerFile.text = world.ledgerFile.text?.replaceAll(before, digest()) ?? null;
    const text = await stamped(bench, path);
    world.vault.outside.move(path, inApproved(path));
    world.vault.outside.write(inApproved(path), text);
    bench.engine = await startEngine(world);
    return inApproved(path);
  };
}

/** Cases of the checks that what would run is what was approved. */
export const samenessCases = {
  bridge_unreachable: {
    arrange: approvedAfter(({ world }) => (world.server.reachable = false)),
    does: 'return',
    says: /server "email" can’t be reached/,
    async next(bench, path) {
      bench.world.server.reachable = true;
      await bench.world.clock.advance(60_000);
      await approve(bench, path);
    },
  },
  tool_missing: {
    arrange: approvedAfter(({ world }) => (world.server.tools = [])),
    does: 'return',
    says: /has no tool send_email/,
    next: afterUndoing(({ world }) => (world.server.tools = [sendEmailTool])),
  },
  bridge_changed: {
    arrange: approvedAfter(({ world }) => {
      world.server.target = { ...world.server.target, names: ['TOKEN'] };
    }),
    does: 'return',
    says: /command or address has changed/,
  },
  account_changed: {
    arrange: approvedAfter(({ world }) => (world.server.account = 'another')),
    does: 'return',
    says: /A key or another value in the server’s settings has changed/,
  },
  tool_changed: {
    arrange: approvedAfter(({ world }) => {
      world.server.tools = [{ ...sendEmailTool, description: 'Sends a mail to everybody.' }];
    }),
    does: 'return',
    says: /tool has changed since you approved/,
  },
  files_changed: {
    async arrange(bench) {
      bench.world.vault.outside.write(january, '1500');
      const path = await standalone(bench, {
        arguments: {
          to: 'a@example.com',
          subject: 'Invoice',
          attachments: [`${MEMORY_ROOT}/${january}`],
        },
      });
      bench.world.vault.outside.write(january, '9500');
      await approve(bench, path);
      return inApproved(path);
    },
    does: 'return',
    says: /attached file is not as it was/,
    withoutPlan: true,
  },
  success_changed: {
    arrange: approvedAfter((bench) => {
      const routes = bench.world.config.routes.map((route) => ({ ...route, success: '.*' }));
      configure(bench, { routes });
    }),
    does: 'return',
    says: /success rule has changed/,
  },
  arguments_invalid: {
    arrange: preparedAs((text) => text.replace('to: client_a@example.com', 'to: 5')),
    does: 'return',
    says: /arguments do not match the tool: “.to. must be a text/,
    async next(bench, path) {
      await edit(bench, path, (text) => text.replace('to: 5', 'to: client_a@example.com'));
      await approve(bench, path);
    },
  },
  arguments_not_named: {
    arrange: preparedAs((text) => text.replace('  to:', '  bcc: all@example.com\n  to:')),
    does: 'return',
    says: /does not list these arguments: “bcc”/,
    async next(bench, path) {
      await edit(bench, path, (text) => text.replace('  bcc: all@example.com\n', ''));
      await approve(bench, path);
    },
  },
  arguments_name_device_state: {
    arrange: preparedAs((text) => text.replace('to: client_a@example.com', 'to: /state/x')),
    does: 'return',
    says: /names .state/,
    async next(bench, path) {
      await edit(bench, path, (text) => text.replace('to: /state/x', 'to: client_a@example.com'));
      await approve(bench, path);
    },
  },
  note_changed: {
    async arrange(bench) {
      const path = await planned(bench);
      let looks = 0;
      bench.world.server.duringInspect = () => {
        looks += 1;
        if (looks === 3) bench.world.server.duringInspect = () => undefined;
        rewrite(bench.world, inApproved(path), (text) =>
          text.replace('\n```\n', '\n```\nA word.\n'),
        );
      };
      await approve(bench, path);
      return inApproved(path);
    },
    does: 'return',
    says: /Just before it ran, the request was changed or taken back/,
  },
} satisfies Readonly<Partial<Record<CheckCode, VerdictCase>>>;
