/** Normalizing a run of marks takes quadratic time. NFKC turns U+FF9E and U+FF9F into marks. */
const longRun = /([\p{M}\uff9e\uff9f]{33,})/u;

/**
 * Returns a text in a Unicode normalization form. Very long runs of marks stay as they are, so that
 * the time is linear.
 */
export function normalized(text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string {
  if (/^[\0-\x7f]*$/u.test(text)) return text;
  return text
    .split(longRun)
    .map((part, index) => (index % 2 === 0 ? part.normalize(form) : part))
    .join('');
}
