/**
 * Characters that change how a text looks or reads without being seen: controls but line feed and
 * tab, format characters (bidi controls, zero-width, tags), separators that break lines, unassigned
 * and private ones, halves of characters, and letters that draw nothing. Emoji of several parts come
 * first: the joiners inside them stay.
 */
const notable =
  /(\p{Extended_Pictographic}(?:\ufe0f|\p{EMod})?(?:\u200d\p{Extended_Pictographic}(?:\ufe0f|\p{EMod})?)+)|(?![\n\t])[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u034f\u115f\u1160\u3164\uffa0]/gu;

/**
 * A text with every invisible character spelled out as `‹U+202E›`, so that what a person reads is what
 * would be sent.
 */
export function showInvisible(text: string): string {
  return text.replace(
    notable,
    (found, emoji: string | undefined) => emoji ?? `‹U+${hexOf(found)}›`,
  );
}

function hexOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}
