/** Why a request came back because something changed after its approval: as the ledger records it. */
export const changedSince = {
  request: 'The request was changed after it was approved.',
  requestJustNow: 'The request was changed or taken back just before it ran.',
  server:
    'The server’s command or address has changed since you approved. See “Servers” in the settings.',
  tool: 'The tool has changed since you approved: its description or inputs are different.',
  files: 'An attached file has changed since you approved, or was replaced by a link.',
  success: 'The success rule has changed since you approved.',
} as const;

/** What the card of a request that came back says first, and what is to be added; `''`: nothing. */
export interface CameBackWords {
  readonly heading: string;
  readonly detail: string;
}

const changed = (what: string, it: string, detail = ''): CameBackWords => ({
  heading: `${what} changed after you approved ${it}, so it wasn’t sent`,
  detail,
});

const wordsByReason: ReadonlyMap<string, CameBackWords> = new Map([
  [changedSince.request, changed('This', 'it')],
  [
    changedSince.requestJustNow,
    {
      heading: 'This was changed or taken back after you approved it, so it wasn’t sent',
      detail: '',
    },
  ],
  [
    changedSince.server,
    changed(
      'The server',
      'this',
      'Its command or address is different. See “Servers” in the settings.',
    ),
  ],
  [changedSince.tool, changed('The tool', 'this', 'Its description or inputs are different.')],
  [
    changedSince.files,
    changed('An attached file', 'this', 'Its content is different, or it was replaced by a link.'),
  ],
  [changedSince.success, changed('The success rule', 'this')],
]);

/** Any other reason, or one from an earlier version, is shown unchanged. */
export function cameBackWords(reason: string, nothingSent: boolean): CameBackWords {
  const heading = nothingSent ? 'Returned to you; nothing was sent' : 'Returned to you';
  return wordsByReason.get(reason) ?? { heading, detail: reason };
}
