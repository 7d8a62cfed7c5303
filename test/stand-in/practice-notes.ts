/** The notes that a new practice vault holds: path → text. */
export const practiceNotes: Readonly<Record<string, string>> = {
  'Welcome.md': [
    'This is a practice vault: a real folder of notes on your disk, shown in a window that works like ' +
      "Obsidian's. The Countersign plugin in it is the real one. Try everything; nothing here reaches anyone.",
    '',
    '1. Press the stamp in the ribbon on the left. The panel *Current mission* opens on the right; press **Open the start page** in it.',
    '2. Look at what would be set up, and press **Set up and start the practice plan**.',
    '3. The first step of the plan reaches outside, so it waits for you. Read exactly what would run, then press **Approve**. ' +
      'Or drag the note from `Pending_Approval` to `Approved` in the file explorer: it runs ten seconds later, unless you press **Undo**.',
    '4. Look into `Practice` for the email that was not sent, then tick the last step.',
    '',
    'Some notes to work with: [[Client A]], [[Rates]], [[2026-02-21]].',
    '',
  ].join('\n'),
  'Clients/Client A.md': `---
contact: client_a@example.com
since: 2025-09-01
---
Asked by message for the invoice of January. Prefers short mails.

- [x] Contract signed
- [ ] Invoice for January 2026
`,
  'Rates.md': `| work | rate |
| --- | --- |
| Consulting, a day | $500 |
| Workshop | $900 |
`,
  'Journal/2026-02-21.md': `- [ ] Call the printer
- [x] Water the plants

> [!note] Remember
> Client A pays within a week when the invoice comes as an attachment.
`,
};
