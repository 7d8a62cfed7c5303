/**
 * Whole emoji, which stay as they are: joiners and variation selectors draw something only in them. A
 * number in front of a selector is left out: it would look like the number alone.
 */
const emojiPart = '(?!\\p{Cn})\\p{Extended_Pictographic}(?:\\ufe0f|\\p{EMod})?';
const emoji = `${emojiPart}(?:\\u200d${emojiPart})*|[0-9#*]\\ufe0f\\u20e3`;

/**
 * Characters that change how a text looks or reads without being seen: controls but line feed and
 * tab, format characters (bidi controls, zero-width, tags), separators that break lines, unassigned
 * and private ones, halves of characters, whatever may be ignored when drawn (Unicode's
 * Default_Ignorable_Code_Point), spaces but the plain one, and two symbols that draw nothing.
 */
const unseen =
  '(?![\\n\\t ])[\\p{Cc}\\p{Cf}\\p{Cn}\\p{Co}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Zs}\\p{DI}\\u2800\\u{1D159}]';

/** The bracket of what is spelled out here is one of them where it would look like ours. */
const pattern = new RegExp(`(${emoji})|${unseen}|‹(?=U\\+)`, 'gu');
const unseenPattern = new RegExp(`(${emoji})|${unseen}`, 'gu');

/**
 * A text with every invisible character spelled out as `‹U+202E›`, so that what a person reads is what
 * would be sent: texts that differ look different.
 */
export function showInvisible(text: string): string {
  return text.replace(pattern, (found, kept: string | undefined) => kept ?? `‹U+${hexOf(found)}›`);
}

/**
 * The same for a text of ours, of which parts may be spelled out already: nothing is spelled out twice. For
 * what is written into notes and to a terminal.
 */
export function showUnseen(text: string): string {
  return text.replace(
    unseenPattern,
    (found, kept: string | undefined) => kept ?? `‹U+${hexOf(found)}›`,
  );
}

/** Whether a text has something that nobody sees. */
export function hasUnseen(text: string): boolean {
  return showUnseen(text) !== text;
}

/** A text from elsewhere without `<%`: Templater may run what is behind it in any note that is made. */
export function showTemplates(text: string): string {
  return text.replaceAll('<%', '‹U+003C›%');
}

/** A character's code point in hexadecimal, four digits or more. */
export function hexOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}
