/** Normalizing a long run of marks takes quadratic time. */
const longRun = /([\p{M}\uff9e\uff9f]{33,})/u;

/** Returns a text in a Unicode normalization form, except for long runs of marks. */
export function normalized(text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string {
  if (/^[\0-\x7f]*$/u.test(text)) return text;
  return text
    .split(longRun)
    .map((part, index) => (index % 2 === 0 ? part.normalize(form) : part))
    .join('');
}
