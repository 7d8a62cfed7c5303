/** What the ledger records when something changed after an approval. */
export const changedSince = {
  request: 'The request was changed after it was approved.',
  requestJustNow:
    'Just before it ran, the request was changed or taken back, or its note could not be read.',
  server:
    'The server’s command or address has changed since you approved. See “Servers” in the settings.',
  account: 'A key or another value in the server’s settings has changed since you approved.',
  tool: 'The tool has changed since you approved: its description or inputs are different.',
  files:
    'An attached file is not as it was when you approved: it changed, was replaced by a link, or could not be read.',
  success: 'The success rule has changed since you approved.',
} as const;

export type ChangedWhat = keyof typeof changedSince;

/** In older ledger records, only the reason says what changed. */
export function changedInReason(reason: string): ChangedWhat | undefined {
  const known = Object.entries(changedSince).find(([, words]) => words === reason);
  return known?.[0] as ChangedWhat | undefined;
}

export interface ReturnReasonText {
  readonly heading: string;
  readonly detail: string;
}

const changed = (what: string, it: string, detail = ''): ReturnReasonText => ({
  heading: `${what} changed after you approved ${it}`,
  detail,
});

const words: Readonly<Record<ChangedWhat, ReturnReasonText>> = {
  request: changed('This', 'it'),
  requestJustNow: {
    heading: 'This was changed or taken back after you approved it',
    detail: 'Or its note could not be read just then.',
  },
  server: changed(
    'The server',
    'this',
    'Its command or address is different. See “Servers” in the settings.',
  ),
  account: changed('The server', 'this', 'A key or another value in its settings is different.'),
  tool: changed('The tool', 'this', 'Its description or inputs are different.'),
  files: {
    heading: 'An attached file is not as you approved it',
    detail: 'It changed, was replaced by a link, or could not be read.',
  },
  success: changed('The success rule', 'this'),
};

/** Returns what the card of a returned request says. */
export function formatReturnReason(
  reason: string,
  what: ChangedWhat | undefined,
  nothingSent: boolean,
): ReturnReasonText {
  if (what === undefined) {
    const heading = nothingSent ? 'Not sent' : 'This needs your decision again';
    return { heading, detail: reason };
  }
  const { heading, detail } = words[what];
  return { heading: nothingSent ? `${heading}, so it wasn’t sent` : heading, detail };
}
