const instead: readonly (readonly [RegExp | string, string])[] = [
  [
    /:? in the (?:Countersign )?panel(?: in Obsidian)?, or with (`[^`]+`) in a terminal/g,
    ' with $1',
  ],
  [
    'If not, “Draft again…” writes a new request for you to approve; “Reopen step” only reopens the step.',
    'If not, empty the step’s box again; then you or your agent can write a new request for it.',
  ],
  [
    'approve it on a device that can sign “I checked”, or do it yourself and press “I’ve done this myself…”.',
    'approve it in Obsidian on a trusted device, or do it yourself and tick the step.',
  ],
  [
    'To run it again, approve it on a device that can sign “I checked”.',
    'To run it again, approve it in Obsidian on a trusted device: without Obsidian it can’t run a second time.',
  ],
  [/(raise the limit) in the settings, under/gi, '$1 in Countersign’s settings in Obsidian, under'],
  ['Press Edit…, or correct the note.', 'Correct the note.'],
  [
    /In the settings, add a server for this, and a route for `(\w+)` to one of its tools\./g,
    'Run `countersign bridge import FILE --route $1=SERVER.TOOL` (FILE: your agent’s list of MCP servers, as JSON; SERVER and TOOL: the names of the server and of its tool).',
  ],
  [/(Import "[^"]*") in the settings/g, '$1 with `countersign bridge import FILE`'],
  ['The panel and the Dashboard list them.', 'The Dashboard lists them.'],
  [
    /Keep one of them in the panel, and the other goes to the archive; or give/g,
    'Move one of them to the archive, or give',
  ],
  [/Press Undo in the panel, or move it back to ([^]+?), to keep/g, 'Move it back to $1 to keep'],
  ['Answer in the Countersign panel, or move it back to ', 'Move it back to '],
  [
    'A command-line runner can be started with `--trust-moves`; then move the note back, and to Approved again.',
    'To approve by moving notes, start the runner with `--trust-moves`, then move the note to Approved again.',
  ],
];

/** Rewrites a text about the panel for a reader who has only a terminal. */
export function withoutPanel(text: string, requestId = 'REQUEST_ID'): string {
  const answered = text.replace(
    ', then answer in the panel.',
    () =>
      `. If it happened, or you do it yourself, tick its step in the plan; if it has no step, stop the runner and run \`countersign withdraw ${requestId}\`. To send it again, answer in Obsidian.`,
  );
  return instead.reduce((said, [panel, terminal]) => said.replaceAll(panel, terminal), answered);
}
