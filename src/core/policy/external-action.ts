import {
  defaultComplexityKeywords,
  withoutNames,
  wordPattern,
  type ComplexityKeywords,
} from './keywords.js';
import { waysToRead } from './seen-words.js';

const types: readonly { readonly type: string; readonly words: readonly string[] }[] = [
  { type: 'payment', words: ['pay', 'payment', 'transfer', 'refund'] },
  { type: 'social_post', words: ['post', 'publish', 'tweet'] },
  { type: 'email', words: ['email', 'e-mail', 'mail', 'send', 'message', 'reply'] },
  { type: 'api_call', words: ['submit', 'call', 'book', 'upload'] },
];

const paymentElsewhere =
  /(?:^|[^\p{L}])(?:(?:donate|remit|wire)\s+[€$£]?\d[\d.,]*|überweis(?:en?|t)|bezahl(?:en?|t)|pag(?:ar|ue|uen)|payer|payez)(?![\p{L}])|支払/iu;

const insideVerb =
  /^\s*(?:please\s+)?(?:calculate|check|collect|compare|draft|find|identify|log|note|read|record|review|summari[sz]e|verify|write)\b/i;

const outsideVerb =
  /(?:^|[^\p{L}\p{N}])(?:send|publish|submit|pay|tweet|upload|reply|forward)(?![\p{L}\p{N}])/iu;

const outsideStart =
  /^\s*(?:please\s+|\p{Lu}[\p{L}\p{M}]{0,40}\s+to\s+|[^:]{1,60}:\s+)?(?:ask|cancel|contact|deliver|donate|inform|invite|notify|order|phone|remind|remit|return|ship|tell|text|wire)\s+(?=[\p{L}\p{N}€$£“"[])/iu;

const outsideElsewhere =
  /(?:^|[^\p{L}])(?:(?:zu|ab|ein)?(?:ge)?(?:send(?:en?|et)|schick(?:en?|t)|sandt)|überweis(?:en?|t)|bezahl(?:en?|t)|bestell(?:en?|t)|kündig(?:en?|t)|benachrichtig(?:en?|t)|nennen\s+sie|(?:re)?envi(?:ar|e|en)(?:nos|me|les?)?|r?envoy(?:er|ez)|pag(?:ar|ue|uen)|respond(?:er|a)|decir(?:nos|me|les?)|répond(?:re|ez)|payer|payez)(?![\p{L}])|送(?:り|っ|付)|お?(?:知らせ|返信|連絡)|支払/iu;

const outsidePast =
  /(?:^|[^\p{L}\p{N}])(?:announced|answered|booked|bought|called|contacted|delivered|deposited|dispatched|donated|e-?mailed|forwarded|informed|invited|invoiced|mailed|messaged|notified|ordered|(?:re)?paid|phoned|posted|published|purchased|refunded|released|remitted|replied|responded|(?:re)?sent|settled|shared|shipped|signed|submitted|texted|transferred|tweeted|uploaded|wired)(?![\p{L}\p{N}])/iu;

const outsideOrder =
  /^\s*(?:please\s+)?(?:contact|donate|forward|inform|invite|notify|pay|publish|refund|remind|remit|reply|send|submit|tweet|upload)\s+(?=[\p{L}\p{N}€$£“"[])/iu;

export function needsHand(stepText: string): boolean {
  return waysToRead(stepText).some((text) => outsideOrder.test(text.replace(/[`*_~=]/g, '')));
}

export function speaksOfExternalAction(
  stepText: string,
  words: ComplexityKeywords = defaultComplexityKeywords,
): boolean {
  const list = [...words.externalAction, ...types.flatMap((entry) => entry.words)];
  return waysToRead(stepText).some((text) => hasWordOutside(withoutNames(text), list));
}

function hasWordOutside(text: string, words: readonly string[]): boolean {
  if (insideVerb.test(text)) return outsideVerb.test(text);
  if (outsideStart.test(text) || outsideElsewhere.test(text)) return true;
  return words.some((word) => wordPattern(word).test(text));
}

/** True when a done step may have been an external action, such as “Invoice sent to Bob”. */
export function mayHaveReachedOutside(stepText: string): boolean {
  return (
    speaksOfExternalAction(stepText) ||
    waysToRead(stepText).some((text) => outsidePast.test(withoutNames(text)))
  );
}

export function speaksOfPayment(text: string): boolean {
  const [payment] = types;
  return (
    paymentElsewhere.test(text) ||
    payment?.words.some((word) => wordPattern(word).test(text)) === true
  );
}

export function actionTypeOf(stepText: string): string {
  const texts = waysToRead(stepText).map(withoutNames);
  const found = types.find(({ words }) =>
    words.some((word) => texts.some((text) => wordPattern(word).test(text))),
  );
  return found?.type ?? 'other';
}
