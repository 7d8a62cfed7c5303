const consonants = 'bdfgklmnprtvz';
const vowels = 'aeiou';

/** A word of its own for each number, so that no two texts are alike. */
export function wordOf(number: number): string {
  let word = '';
  for (let left = number * 7919 + 4001; left > 0;) {
    word += consonants[left % consonants.length];
    left = Math.floor(left / consonants.length);
    word += vowels[left % vowels.length];
    left = Math.floor(left / vowels.length);
  }
  return word;
}
