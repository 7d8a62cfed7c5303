/**
 * More marks in a row than any letter has; normalizing them takes quadratic time. NFKC also makes marks of
 * U+FF9E and U+FF9F.
 */
const longRun = /([\p{M}\uff9e\uff9f]{33,})/u;

/** A text in one Unicode normalization form, in linear time: meaningless runs of marks stay as they are. */
export function normalized(text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string {
  // ASCII is the same in every form.
  if (/^[\0-\x7f]*$/u.test(text)) return text;
  return text
    .split(longRun)
    .map((part, index) => (index % 2 === 0 ? part.normalize(form) : part))
    .join('');
}
