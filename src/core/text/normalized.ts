/** So many marks no letter has. Putting them in order takes the square of their number. Two more become marks by NFKC. */
const longRun = /([\p{M}\uff9e\uff9f]{33,})/u;

/** A text in one spelling of Unicode, in time proportional to its length: runs of marks that mean nothing stay as they are. */
export function normalized(text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string {
  // These are alike in every spelling.
  if (/^[\0-\x7f]*$/u.test(text)) return text;
  return text
    .split(longRun)
    .map((part, index) => (index % 2 === 0 ? part.normalize(form) : part))
    .join('');
}
