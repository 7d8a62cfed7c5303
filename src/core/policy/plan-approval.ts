import { speaksOfPayment } from './external-action.js';
import { longestBrief, withoutNames, wordPattern } from './keywords.js';
import { waysToRead } from './seen-words.js';

export interface PlannedWork {
  readonly text: string;
  readonly steps: readonly { readonly text: string }[];
}

const deletion = ['delete', 'deletion', 'erase', 'purge', 'remove', 'wipe'];
const deletionElsewhere =
  /(?:^|[^\p{L}])(?:(?:ge)?lösch(?:en|e|t)|borr(?:ar|e|en)|elimin(?:ar|e|en)|supprim(?:er|ez|e))(?![\p{L}])|削除/iu;

const mail = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu;
const phone =
  /(?:^|[^\p{L}\p{N}.+/-])((?:\+|00?)[1-9][\d ()-]{5,20}\d|\(?\d{3}\)?[ .-]\d{3}[.-]\d{4})(?![\p{L}\p{N}]|[.,-]\d)/gu;
const leastDigits = 7;
const mostDigits = 15;

/**
 * Says why a person must approve a plan. Null if there is no reason.
 * @param isKnown true for a recipient to whom something was sent before
 */
export function whyPlanNeedsApproval(
  { text, steps }: PlannedWork,
  isKnown: (recipient: string) => boolean,
): string | null {
  // Each text has its own limit. So a long text cannot hide the others.
  const texts = [text, ...steps.map((step) => step.text)].map((one) => one.slice(0, longestBrief));
  const words = texts.flatMap(waysToRead).map(withoutNames);
  const stranger = texts.flatMap(recipientsIn).find((recipient) => !isKnown(recipient));
  const reasons = [
    ...(words.some(speaksOfPayment) ? ['It mentions a payment.'] : []),
    ...(words.some(speaksOfDeletion) ? ['It mentions deleting something.'] : []),
    ...(stranger === undefined ? [] : [`It names ${stranger}, and nothing was sent there before.`]),
  ];
  return reasons.length === 0 ? null : reasons.join(' ');
}

function speaksOfDeletion(text: string): boolean {
  return deletionElsewhere.test(text) || deletion.some((word) => wordPattern(word).test(text));
}

/** Returns the email addresses (in lower case) and phone numbers (digits and `+`) in a text. */
export function recipientsIn(text: string): readonly string[] {
  const mails = text.match(mail) ?? [];
  const numbers = [...text.replace(mail, ' ').matchAll(phone)].map(([, number = '']) => number);
  const isNumber = (digits: string): boolean =>
    digits.length >= leastDigits && digits.length <= mostDigits;
  return [
    ...new Set([
      ...mails.map((one) => one.toLowerCase()),
      ...numbers
        .map((one) => one.replace(/[^\d+]/g, ''))
        .filter((one) => isNumber(one.replace('+', ''))),
    ]),
  ];
}
