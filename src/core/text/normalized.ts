/** Normalizing a long run of combining marks takes quadratic time. */
const longRun = /([\p{M}\uff9e\uff9f]{33,})/u;

/** Normalizes a text. Long runs of combining marks stay as they are. */
export function normalized(text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string {
  if (/^[\0-\x7f]*$/u.test(text)) return text;
  return text
    .split(longRun)
    .map((part, index) => (index % 2 === 0 ? part.normalize(form) : part))
    .join('');
}
