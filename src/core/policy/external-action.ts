import {
  defaultComplexityKeywords,
  withoutQuotedMaterial,
  wordPattern,
  type ComplexityKeywords,
} from './keywords.js';

/** What the words of a step say about the type of its action; the first type that fits counts. */
const types: readonly { readonly type: string; readonly words: readonly string[] }[] = [
  { type: 'payment', words: ['pay', 'payment', 'transfer', 'refund'] },
  { type: 'social_post', words: ['post', 'publish', 'tweet'] },
  { type: 'email', words: ['email', 'e-mail', 'mail', 'send', 'message', 'reply'] },
  { type: 'api_call', words: ['submit', 'call', 'book', 'upload'] },
];

/** What else speaks of a payment, also in other languages, as far as mails ask for it most. */
const paymentElsewhere =
  /(?:^|[^\p{L}])(?:(?:donate|remit|wire)\s+[€$£]?\d[\d.,]*|überweis(?:en?|t)|bezahl(?:en?|t)|pag(?:ar|ue|uen)|payer|payez)(?![\p{L}])|支払/iu;

/** Verbs that stay inside the vault: what they are done to ("the email", "the payment") reaches nobody. */
const insideVerb =
  /^\s*(?:please\s+)?(?:calculate|check|collect|compare|draft|find|identify|log|note|read|record|review|summari[sz]e|verify|write)\b/i;

/** Verbs that reach outside wherever they stand in a step ("Review and send it"). */
const outsideVerb =
  /(?:^|[^\p{L}\p{N}])(?:send|publish|submit|pay|tweet|upload|reply|forward)(?![\p{L}\p{N}])/iu;

/** Verbs that reach somebody where a step begins with them ("Order 20 boxes", "Robin to tell Margit"). */
const outsideStart =
  /^\s*(?:please\s+|\p{Lu}[\p{L}\p{M}]{0,40}\s+to\s+|[^:]{1,60}:\s+)?(?:ask|cancel|contact|deliver|donate|inform|invite|notify|order|phone|remind|remit|return|ship|tell|text|wire)\s+(?=[\p{L}\p{N}€$£“"[])/iu;

/** The same in other languages, wherever they stand, as far as mails ask for it most. */
const outsideElsewhere =
  /(?:^|[^\p{L}])(?:(?:zu|ab|ein)?(?:ge)?(?:send(?:en?|et)|schick(?:en?|t)|sandt)|überweis(?:en?|t)|bezahl(?:en?|t)|bestell(?:en?|t)|kündig(?:en?|t)|benachrichtig(?:en?|t)|nennen\s+sie|(?:re)?envi(?:ar|e|en)(?:nos|me|les?)?|r?envoy(?:er|ez)|pag(?:ar|ue|uen)|respond(?:er|a)|decir(?:nos|me|les?)|répond(?:re|ez)|payer|payez)(?![\p{L}])|送(?:り|っ|付)|お?(?:知らせ|返信|連絡)|支払/iu;

/** Words that say of something that it reached outside, or may have. */
const outsidePast =
  /(?:^|[^\p{L}\p{N}])(?:announced|answered|booked|bought|called|contacted|delivered|deposited|dispatched|donated|e-?mailed|forwarded|informed|invited|invoiced|mailed|messaged|notified|ordered|(?:re)?paid|phoned|posted|published|purchased|refunded|released|remitted|replied|responded|(?:re)?sent|settled|shared|shipped|signed|submitted|texted|transferred|tweeted|uploaded|wired)(?![\p{L}\p{N}])/iu;

/** Words that ask for something outside where a step begins with them. In doubt they do not: see {@link needsHand}. */
const outsideOrder =
  /^\s*(?:please\s+)?(?:contact|donate|forward|inform|invite|notify|pay|publish|refund|remind|remit|reply|send|submit|tweet|upload)\s+(?=[\p{L}\p{N}€$£“"[])/iu;

/**
 * Whether a step plainly asks for something outside the vault. Then it gets its ✋ whatever an agent says of it; words that
 * only may speak of it ("the payment", "a call") decide nothing there.
 */
export function needsHand(stepText: string): boolean {
  return outsideOrder.test(stepText);
}

/** Whether a step's text speaks of reaching outside the vault; such a step is gated with ✋. */
export function speaksOfExternalAction(
  stepText: string,
  words: ComplexityKeywords = defaultComplexityKeywords,
): boolean {
  const text = withoutQuotedMaterial(stepText);
  if (insideVerb.test(text)) return outsideVerb.test(text);
  if (outsideStart.test(text) || outsideElsewhere.test(text)) return true;
  const list = [...words.externalAction, ...types.flatMap((entry) => entry.words)];
  return list.some((word) => wordPattern(word).test(text));
}

/**
 * Whether the text of a step that is said to be done may speak of something that reached outside the vault,
 * also in the past ("Invoice sent to Bob"). In doubt it does: nobody knows whether it happened.
 */
export function mayHaveReachedOutside(stepText: string): boolean {
  return speaksOfExternalAction(stepText) || outsidePast.test(withoutQuotedMaterial(stepText));
}

/** Whether a text speaks of a payment, whoever is to make it. */
export function speaksOfPayment(text: string): boolean {
  const [payment] = types;
  return (
    paymentElsewhere.test(text) ||
    payment?.words.some((word) => wordPattern(word).test(text)) === true
  );
}

/** The type of action a step's text speaks of; `other` when it does not say. */
export function actionTypeOf(stepText: string): string {
  const text = withoutQuotedMaterial(stepText);
  const found = types.find(({ words }) => words.some((word) => wordPattern(word).test(text)));
  return found?.type ?? 'other';
}
