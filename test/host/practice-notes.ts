/** The notes that a new practice vault holds: path → text. */
export const practiceNotes: Readonly<Record<string, string>> = {
  'Welcome.md': `---
tags: [practice]
---
# Welcome

This is a practice vault. It is a real folder of notes on your disk, shown in a window that works like
Obsidian's; the Countersign plugin in it is the real one. Try everything: nothing here reaches anyone.

1. Press the Countersign button in the ribbon on the left, or press Ctrl+P and choose
   **Open Current Mission**. The panel opens on the right.
2. Press **Set up vault** in it, look at what would be made, and confirm.
3. Start the practice mission. Tick its steps.
4. The step marked ✋ reaches outside: it waits for you. Read exactly what would run, then press
   **Approve**, or drag the note from \`Pending_Approval\` to \`Approved\` in the file explorer.

The practice bridge sends no mail: it writes what it would have sent into \`Practice\`.

Some notes to work with: [[Client A]], [[Rates]], [[2026-02-21]].
`,
  'Clients/Client A.md': `---
contact: client_a@example.com
since: 2025-09-01
---
# Client A

Asked by message for the invoice of January. Prefers short mails.

- [x] Contract signed
- [ ] Invoice for January 2026
`,
  'Rates.md': `# Rates

| work | rate |
| --- | --- |
| Consulting, a day | $500 |
| Workshop | $900 |
`,
  'Journal/2026-02-21.md': `# Saturday

- [ ] Call the printer
- [x] Water the plants

> [!note] Remember
> Client A pays within a week when the invoice comes as an attachment.
`,
};
