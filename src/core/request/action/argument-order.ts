const ambiguous = 'account(?:_?(?:numbers?|no|nr|id|name|holder))?|user_?names?';
const account = `${ambiguous}|iban|wallet(?:_?(?:address|id))?`;
const mail = 'e?mails?|(?:e?mail_?)?address(?:es)?';
const receiving = `to(?:_?(?:recipients?|${mail}|${account}))?|(?:recipients?|beneficiary|receivers?|payee|destination)(?:_?(?:names?|id|${mail}|${account}))?|attendees|invitees|guests|chat|chat_?id|channel(?:_?id)?`;
const received = new RegExp(`^(?:${receiving})$`, 'i');
const addressed = new RegExp(`^(?:${receiving}|phone(?:_?number)?|${mail}|${account})$`, 'i');
const either = new RegExp(`^(?:${ambiguous})$`, 'i');
const readFirst: readonly RegExp[] = [
  addressed,
  /^b?cc$/i,
  /^(?:amount|currency|price|total)$/i,
  /^(?:subject|title|headline|reference)$/i,
  /^(?:text|body|html|content|message|description|markdown|caption)$/i,
];

/** Guesses from an argument's name whether the argument is a recipient. */
export function isAddress(name: string): boolean {
  return addressed.test(name);
}

/** True for a name such as `account`, which may be the one that pays or sends. */
export function isEitherSide(name: string): boolean {
  return either.test(name);
}

/** True when the name says that something goes there. */
export function isReceiver(name: string): boolean {
  return received.test(name);
}

export function inReadingOrder<T>(
  args: readonly T[],
  nameOf: (argument: T) => string,
): readonly T[] {
  const place = (argument: T): number => {
    const at = readFirst.findIndex((form) => form.test(nameOf(argument)));
    return at === -1 ? readFirst.length : at;
  };
  return [...args].sort((a, b) => place(a) - place(b));
}
