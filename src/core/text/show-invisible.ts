/**
 * Matches a whole emoji, which stays as it is: only in emoji do joiners and variation selectors draw
 * something. A digit before a selector does not match, because it would look like the digit alone.
 */
const emojiPart = '(?!\\p{Cn})\\p{Extended_Pictographic}(?:\\ufe0f|\\p{EMod})?';
const emoji = `${emojiPart}(?:\\u200d${emojiPart})*|[0-9#*]\\ufe0f\\u20e3`;

/**
 * Invisible characters that change how a text looks or reads: controls except line feed and tab, format
 * characters (bidi controls, zero-width, tags), line separators, unassigned and private characters, half
 * surrogate pairs, Unicode's Default_Ignorable_Code_Point, spaces except the plain one, and two blank
 * symbols.
 */
const unseen =
  '(?![\\n\\t ])[\\p{Cc}\\p{Cf}\\p{Cn}\\p{Co}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Zs}\\p{DI}\\u2800\\u{1D159}]';

/** Also matches a `‹U+` that is already in the text, so that nobody can imitate a spelled-out character. */
const pattern = new RegExp(`(${emoji})|${unseen}|‹(?=U\\+)`, 'gu');
const unseenPattern = new RegExp(`(${emoji})|${unseen}`, 'gu');

/**
 * A text with every invisible character spelled out as `‹U+202E›`, so that a person reads what would be
 * sent: different texts look different.
 */
export function showInvisible(text: string): string {
  return text.replace(pattern, (found, kept: string | undefined) => kept ?? `‹U+${hexOf(found)}›`);
}

/**
 * `showInvisible` for text that may have spelled-out characters already, which stay. For text that is
 * written into notes and to a terminal.
 */
export function showUnseen(text: string): string {
  return text.replace(
    unseenPattern,
    (found, kept: string | undefined) => kept ?? `‹U+${hexOf(found)}›`,
  );
}

/** True when a text contains invisible characters. */
export function hasUnseen(text: string): boolean {
  return showUnseen(text) !== text;
}

/** Untrusted text without `<%`: Templater may run the text after it in any new note. */
export function showTemplates(text: string): string {
  return text.replaceAll('<%', '‹U+003C›%');
}

/** A character's code point in hexadecimal, four digits or more. */
export function hexOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}
