import { normalized } from '../text/normalized.js';

/** In each group, the first letter is Latin. The others look like it. */
const alike =
  'aаαΑɑᴀᎪ bвьβΒʙ cсϲςᴄᏟ dԁᴅᎠ eеєεΕ℮ᴇᎬ fꜰ gɡɢ hһнΗʜհ iіιıɪ kкκΚᴋᏦ lӏʟᏞ mмΜᴍᎷ nηΝոɴ oоοΟσօᴏ pрρΡᴘᏢ rгʀ sѕꜱᏚ tтτΤᴛᎢ uυսᴜ vѵνᴠ wԝωᴡᎳ xхχΧ yуүγΥʏ IІΙ';
const latin = new Map(
  alike.split(' ').flatMap(([letter = '', ...others]) => others.map((other) => [other, letter])),
);

const hidden = /[\p{Cf}\p{DI}]+/gu;
const marksInWord = /([\p{L}\p{M}])[*_`~=]+(?=\p{L})/gu;

/**
 * Returns a text as written, and in the ways in which a person may read it. Look for words in each
 * of the results.
 */
export function waysToRead(text: string): readonly string[] {
  const seen = normalized(text.replace(hidden, ''), 'NFKC').replace(marksInWord, '$1');
  return [...new Set([text, seen, inLatin(seen)])];
}

function inLatin(text: string): string {
  return normalized(text, 'NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\0-\x7f]/gu, (one) => latin.get(one) ?? latin.get(one.toLowerCase()) ?? one)
    .replace(/(\p{Ll})I/gu, '$1l');
}
