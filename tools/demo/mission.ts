import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { JsonObject } from '../../src/core/json.js';

/** One step of the agent's plan, and what the agent really does for it. */
export interface WorkStep {
  readonly text: string;
  /** Does the work in the vault; the value says what was found or made. */
  readonly work?: (vault: string) => Promise<string>;
  /** The action of a step that a person must approve, as `draft_external_action` takes it. */
  readonly draft?: (vault: string) => JsonObject;
}

/** A brief that comes in, and the steps the agent makes of it. */
export interface Mission {
  /** Path of the item in the vault. */
  readonly item: string;
  readonly itemText: string;
  readonly objective: string;
  readonly context: string;
  readonly steps: readonly WorkStep[];
}

/** Notes that are in the vault before anything comes in. */
export const vaultNotes: Readonly<Record<string, string>> = {
  'Accounting/Rates.md':
    '# Rates\n\n| Client | Service | Amount |\n| --- | --- | --- |\n| Client A | January retainer | $1,500 |\n| Client B | January retainer | $2,100 |\n',
  'Accounting/Current_Month.md':
    '# Current month\n\n| Date | Client | Amount | Invoice |\n| --- | --- | --- | --- |\n',
};

/** The seeds' own story: an invoice for a client, by mail. */
export function invoiceMission(client: string, address: string, amount: string): Mission {
  const slug = client.replaceAll(' ', '_');
  const invoice = `Invoices/2026-01_${slug}.md`;
  return {
    item: `Inbox/EMAIL_${client.replaceAll(' ', '-').toLowerCase()}-invoice.md`,
    itemText: `---\ntype: email\nfrom: ${JSON.stringify(`${client} <${address}>`)}\nsubject: January invoice\nreceived: 2026-02-21T10:25:00Z\npriority: high\n---\nHello, could you please send us the invoice for January? Thank you!\n`,
    objective: `Generate and send the January invoice to ${client} for ${amount}.`,
    context: `${client} asked for the invoice by email. The amount is on the rate card.`,
    steps: [
      {
        text: `Identify client: ${client} (${address})`,
        work: async (vault) => {
          const item = await readFile(
            join(vault, `Inbox/EMAIL_${client.replaceAll(' ', '-').toLowerCase()}-invoice.md`),
            'utf8',
          );
          return `The mail came from ${/^from: (.*)$/m.exec(item)?.[1] ?? 'nobody'}`;
        },
      },
      {
        text: 'Calculate the amount from [[Rates]]',
        work: async (vault) => {
          const rates = await readFile(join(vault, 'Accounting/Rates.md'), 'utf8');
          const row = rates.split('\n').find((line) => line.includes(client)) ?? '';
          return `The rate card says ${row.split('|')[3]?.trim() ?? 'nothing'}`;
        },
      },
      {
        text: 'Write the invoice',
        work: async (vault) => {
          await write(
            vault,
            invoice,
            `# Invoice January 2026\n\nTo: ${client} <${address}>\n\n| Service | Amount |\n| --- | --- |\n| January retainer | ${amount} |\n`,
          );
          return `Written to ${invoice}`;
        },
      },
      {
        text: `Send the invoice to ${address}`,
        draft: (vault) => ({
          target_recipient: address,
          title: `${client} January invoice`,
          rationale: `The invoice is ready, and ${client} asked for it.`,
          arguments: {
            to: address,
            subject: `January 2026 invoice for ${client}`,
            text: `Dear ${client},\n\nplease find attached the invoice for January (${amount}).\n\nKind regards`,
            // This mail server wants absolute paths; one inside the vault is pinned by its content.
            attachments: [join(vault, invoice)],
          },
          context: `The invoice is [[2026-01_${slug}]]. The amount was checked against [[Rates]].`,
        }),
      },
      {
        text: 'Log the transaction in [[Current_Month]]',
        work: async (vault) => {
          const row = `| 2026-02-21 | ${client} | ${amount} | [[2026-01_${slug}]] |\n`;
          const file = join(vault, 'Accounting/Current_Month.md');
          const text = await readFile(file, 'utf8');
          if (!text.includes(row)) await appendFile(file, row);
          return 'Entered into Accounting/Current_Month.md';
        },
      },
    ],
  };
}

/** A step of which the agent only knows the words: it writes a note about it. */
export function noteStep(text: string): WorkStep {
  return {
    text,
    work: async (vault) => {
      const path = `Work/${text.replace(/[^A-Za-z0-9]+/g, '-').slice(0, 60)}.md`;
      await write(vault, path, `# ${text}\n\nDone.\n`);
      return `Written to ${path}`;
    },
  };
}

async function write(vault: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(vault, path)), { recursive: true });
  await writeFile(join(vault, path), text);
}
