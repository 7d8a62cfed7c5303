/**
 * Whole emoji stay as they are: only in an emoji do joiners and variation selectors draw anything.
 */
const emojiPart = '(?!\\p{Cn})\\p{Extended_Pictographic}(?:\\ufe0f|\\p{EMod})?';
const emoji = `${emojiPart}(?:\\u200d${emojiPart})*|[0-9#*]\\ufe0f\\u20e3`;

/** Characters that nobody sees, but that may change how a text looks or reads. */
const unseen =
  '(?![\\n\\t ])[\\p{Cc}\\p{Cf}\\p{Cn}\\p{Co}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Zs}\\p{DI}\\u2800\\u{1D159}]';

/** Also matches a `‹U+` in the text, so that nobody can imitate a spelled-out character. */
const pattern = new RegExp(`(${emoji})|${unseen}|‹(?=U\\+)`, 'gu');
const unseenPattern = new RegExp(`(${emoji})|${unseen}`, 'gu');

/**
 * Spells out every invisible character outside emoji as `‹U+202E›`, so that texts that differ also
 * look different.
 */
export function showInvisible(text: string): string {
  return text.replace(pattern, (found, kept: string | undefined) => kept ?? `‹U+${hexOf(found)}›`);
}

/**
 * Like `showInvisible`, but leaves characters that are spelled out already. For notes and
 * terminals.
 */
export function showUnseen(text: string): string {
  return text.replace(
    unseenPattern,
    (found, kept: string | undefined) => kept ?? `‹U+${hexOf(found)}›`,
  );
}

export function hasUnseen(text: string): boolean {
  return showUnseen(text) !== text;
}

/** Breaks `<%` in untrusted text, because Templater may run what follows in a new note. */
export function showTemplates(text: string): string {
  return text.replaceAll('<%', '‹U+003C›%');
}

export function hexOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}
