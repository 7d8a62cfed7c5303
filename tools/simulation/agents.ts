import { canonicalJson } from '../../src/core/digest.js';
import { hashEntry } from '../../src/core/audit/entry.js';
import { readAuditLine } from '../../src/core/audit/verify.js';
import { isoSeconds } from '../../src/core/time.js';
import type { Json } from '../../src/core/json.js';
import { parseRequest } from '../../src/core/request/parse-request.js';
import { signedContent } from '../../src/core/request/approval/signed-content.js';
import { stampPayload } from '../../src/core/request/approval/stamp.js';
import { MEMORY_ROOT } from '../../test/support/memory/memory-note-store.js';
import type { Drafted, Forged, Tampering } from './command.js';
import type { Device } from './device.js';
import type { Handlers } from './handlers.js';
import { Random } from './random.js';
import { epochOf } from './trails.js';
import { fileName, nthOf, openNotes, plansOf, requestAt, rewrite } from './vault-notes.js';

/** What agents do: with operations, and with any file of the vault. */
export const agentHandlers: Handlers<
  | 'plan'
  | 'draft'
  | 'work'
  | 'redraft'
  | 'copy'
  | 'forge'
  | 'tamper'
  | 'rename folder'
  | 'change file'
> = {
  plan(world, { on, steps }) {
    const { process } = world.device(on);
    const kinds = [
      { text: 'Write the invoice', gated: false },
      { text: 'Send email to client_a@example.com', gated: true },
      { text: 'Send email to client_b@example.com', gated: true },
    ];
    world.await(
      process?.engine?.operations.initializePlan({
        objective: `Send the invoices. ${world.mark()}`,
        context: 'The clients asked for them.',
        sourceLink: `[[EMAIL_${world.mark()}]]`,
        evenIfSimilar: true,
        steps: kinds.slice(-steps),
        actor: 'Agent',
      }),
    );
  },

  draft(world, command) {
    const device = world.device(command.on);
    const operations = device.process?.engine?.operations;
    if (!operations) return;
    const step = command.planned ? gatedStep(device, command.effect) : null;
    if (command.planned && !step) return;
    const { expiresMs, by } = command;
    const drafted = operations.draftExternalAction({
      ...step,
      actionType: by === 'email' ? 'email' : 'payment',
      targetRecipient: 'client_a@example.com',
      // An id is made of time and title: two devices could choose the same one in the same second.
      title: `Invoice ${command.effect}${command.on === 'desk' ? '' : ` ${command.on}`}`,
      rationale: `They asked for it. ${world.mark()}`,
      arguments: argumentsOf(command),
      ...(expiresMs > 0 ? { expires: isoSeconds(world.now(device) + expiresMs) } : {}),
      actor: 'Agent',
    });
    world.await(drafted, (result) => {
      const effect = `${by} ${command.effect}`;
      if (result.ok) world.say('drafted', device, { id: result.value.requestId, detail: effect });
    });
  },

  work(world, { on, nth }) {
    const device = world.device(on);
    const plan = nthOf(plansOf(device), nth);
    const step = plan?.steps.find(({ done, gated }) => !done && !gated);
    if (!plan || !step) return;
    world.await(
      device.process?.engine?.operations.updatePlanStep({
        planId: plan.taskId,
        step: step.position,
        rationale: `Done. ${world.mark()}`,
        actor: 'Agent',
      }),
    );
  },

  redraft(world, { on, nth }) {
    const device = world.device(on);
    const path = nthOf(openNotes(device), nth);
    const requestId = path === undefined ? undefined : requestAt(device, path)?.requestId;
    if (requestId === undefined) return;
    world.await(device.process?.engine?.operations.redraft({ requestId, actor: 'Agent' }));
  },

  copy(world, { on, nth, to }) {
    const device = world.device(on);
    const path = nthOf(openNotes(device), nth);
    if (path === undefined) return;
    const name = fileName(path).replace('.md', ' copy.md');
    const text = device.vault.outside.read(path) ?? '';
    device.vault.outside.write(`${device.config.folders[to]}/${name}`, text);
    world.say('copied', device, { id: requestAt(device, path)?.requestId ?? '' });
  },

  forge(world, { on, nth, what, seed }) {
    const device = world.device(on);
    const path = nthOf(openNotes(device), nth);
    if (path === undefined) return;
    const random = new Random(seed);
    const time = isoSeconds(world.now(device));
    rewrite(device, path, (text) =>
      forged(device, text, what, { random, time, vaultId: world.vaultId }),
    );
    world.say('forged', device, { id: requestAt(device, path)?.requestId ?? '', detail: what });
  },

  tamper(world, { on, how, seed }) {
    const device = world.device(on);
    const random = new Random(seed);
    const files = [...device.vault.entries.keys()].filter((path) => path.endsWith('.jsonl'));
    const path = nthOf(files, random.below(100));
    if (path === undefined) return;
    if (how === 'delete') {
      device.vault.outside.remove(path);
      world.say('tampered', device, { path, detail: how });
    } else if (rewrite(device, path, (text) => tampered(text, how, new Random(seed)))) {
      world.say('tampered', device, { path, detail: how });
    }
  },

  'rename folder'(world, { on }) {
    const device = world.device(on);
    const { pending } = device.folders;
    device.folders = { ...device.folders, approved: pending, pending: 'Elsewhere' };
    world.say('settings tampered', device);
  },

  'change file'(world, { on }) {
    const device = world.device(on);
    device.vault.outside.write('Files/rates.md', `Rates: 9,999. ${world.mark()}\n`);
  },
};

function argumentsOf({ effect, attached }: Drafted) {
  return {
    to: 'client_a@example.com',
    subject: `Invoice ${effect}`,
    ...(attached ? { attachments: [`${MEMORY_ROOT}/Files/rates.md`] } : {}),
  };
}

function gatedStep(device: Device, nth: number): { planId: string; step: number } | null {
  const steps = plansOf(device).flatMap(({ taskId, steps: all }) =>
    all.flatMap(({ gated, done, position }) =>
      gated && !done ? [{ planId: taskId, step: position }] : [],
    ),
  );
  return nthOf(steps, nth) ?? null;
}

function forged(
  device: Device,
  text: string,
  what: Forged,
  {
    random,
    time,
    vaultId,
  }: { readonly random: Random; readonly time: string; readonly vaultId: string },
): string {
  const machine = /^%% countersign (\{.*\}) %%$/m;
  const withFields = (change: (fields: Record<string, Json>) => Record<string, Json>): string =>
    text.replace(machine, (line, json: string) => {
      try {
        const fields = change(JSON.parse(json) as Record<string, Json>);
        return `%% countersign ${JSON.stringify(fields)} %%`;
      } catch {
        return line;
      }
    });
  const stamps = device.history.flatMap(({ text: old }) => {
    return [...old.matchAll(/"stamp":"([^"]+)"/g)].map(([, stamp]) => stamp ?? '');
  });
  switch (what) {
    case 'stamp': {
      // Everything but the key is known to whoever can read the vault.
      const { request } = parseRequest(text, '');
      const digest = request ? signedContent(request, vaultId)?.digest : undefined;
      const payload = stampPayload(device.config.device, time, digest ?? 'abcdef01'.repeat(8));
      return withFields((fields) => ({ ...fields, stamp: `${payload}~${'B'.repeat(85)}A` }));
    }
    case 'replayed stamp': {
      const stamp = nthOf(stamps, random.below(1_000));
      return stamp === undefined ? text : withFields((fields) => ({ ...fields, stamp }));
    }
    case 'completion':
      return withFields((fields) => ({ ...fields, success: '.*', attempts: [] }));
    case 'epoch': {
      // Audit files and notes name the ledgers of all devices.
      const epochs = [...device.vault.entries.keys()].flatMap((path) => {
        const told = (device.vault.outside.read(path) ?? '').matchAll(/\be-[a-z2-7]{10}\b/g);
        return [...told].map(([epoch]) => epoch);
      });
      const own = epochOf(device);
      const epoch = random.chance(0.5) && own !== '' ? own : nthOf(epochs, random.below(1_000));
      return epoch === undefined ? text : withFields((fields) => ({ ...fields, epoch }));
    }
    case 'confirms': {
      const ids = device.history.flatMap(({ text: old }) => {
        return /^request_id: (.*)$/m.exec(old)?.[1] ?? [];
      });
      return withFields((fields) => ({ ...fields, confirms: [...new Set(ids)] }));
    }
    case 'outcome':
      return `${text}\n## Outcome\n- 2026-02-21T10:40:00Z · attempt \`x\` · **executed**\n`;
    case 'note':
      return text.replace(/^( *to: ).*$/m, '$1mallory@example.com');
  }
}

function tampered(text: string, how: Exclude<Tampering, 'delete'>, random: Random): string {
  const lines = text.split('\n').filter((line) => line !== '');
  const at = random.below(Math.max(1, lines.length - 1));
  const line = lines[at] ?? '';
  switch (how) {
    case 'change':
      lines[at] = line.replace('"actor":"', '"actor":"Human or ');
      break;
    case 'remove':
      lines.splice(at, 1);
      break;
    case 'swap':
      lines.splice(at, 2, ...lines.slice(at, at + 2).reverse());
      break;
    case 'cut':
      lines.length = at;
      break;
    case 'forge': {
      const last = readAuditLine(lines.at(-1) ?? '');
      if (!last) return text;
      const { hash: prev, ...rest } = last;
      const entry = { ...rest, seq: last.seq + 1, prev, detail: 'All is well.' };
      lines.push(canonicalJson({ ...entry, hash: hashEntry(entry) }));
    }
  }
  return lines.map((kept) => `${kept}\n`).join('');
}
