/** Invisible joiners and variation selectors may stay inside an emoji. */
const emojiPart = '(?!\\p{Cn})\\p{Extended_Pictographic}(?:\\ufe0f|\\p{EMod})?';
const emoji = `${emojiPart}(?:\\u200d${emojiPart})*|[0-9#*]\\ufe0f\\u20e3`;

const unseen =
  '(?![\\n\\t ])[\\p{Cc}\\p{Cf}\\p{Cn}\\p{Co}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Zs}\\p{DI}\\u2800\\u{1D159}]';

/** Spells out the `‹` of `‹U+`, so that nobody can imitate a spelled-out character. */
const pattern = new RegExp(`(${emoji})|${unseen}|‹(?=U\\+)`, 'gu');
const unseenPattern = new RegExp(`(${emoji})|${unseen}`, 'gu');

/** Spells out invisible characters, as in `‹U+202E›`. */
export function showInvisible(text: string): string {
  return text.replace(pattern, (found, kept: string | undefined) => kept ?? `‹U+${hexOf(found)}›`);
}

/** Like `showInvisible`, but a `‹U+202E›` in the text stays as it is. */
export function showUnseen(text: string): string {
  return text.replace(
    unseenPattern,
    (found, kept: string | undefined) => kept ?? `‹U+${hexOf(found)}›`,
  );
}

export function hasUnseen(text: string): boolean {
  return showUnseen(text) !== text;
}

/** Breaks `<%` in untrusted text. Otherwise the Templater plugin may run what follows. */
export function showTemplates(text: string): string {
  return text.replaceAll('<%', '‹U+003C›%');
}

export function hexOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}
