import { defaultComplexityWords, wordPattern, type ComplexityWords } from './words.js';

/** Words that an external verb needs beside it to be more than a figure of speech in a step. */
const types: readonly { readonly type: string; readonly words: readonly string[] }[] = [
  { type: 'payment', words: ['pay', 'payment', 'transfer', 'refund'] },
  { type: 'social_post', words: ['post', 'publish', 'tweet'] },
  { type: 'email', words: ['email', 'e-mail', 'mail', 'send', 'message', 'reply'] },
  { type: 'api_call', words: ['submit', 'call', 'book', 'upload'] },
];

/** Whether a step's text speaks of reaching outside the vault; such a step is gated with ✋. */
export function speaksOfExternalAction(
  stepText: string,
  words: ComplexityWords = defaultComplexityWords,
): boolean {
  const list = [...words.externalAction, ...types.flatMap((entry) => entry.words)];
  return list.some((word) => wordPattern(word).test(stepText));
}

/** The type of action a step's text speaks of; `other` when it does not say. */
export function actionTypeOf(stepText: string): string {
  const found = types.find(({ words }) => words.some((word) => wordPattern(word).test(stepText)));
  return found?.type ?? 'other';
}
