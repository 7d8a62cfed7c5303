import { textField, type FrontMatter } from '../../note/front-matter/front-matter.js';

/** What a note asks for: a type of ours, or a message to a person, which goes by the route for others. */
export interface NoteForm {
  readonly is: 'email' | 'payment' | 'social_post' | 'message' | 'api_call' | 'other';
  /** The platform that the word names; absent: none, or several. */
  readonly platform?: string;
}

const platform = '(linkedin|twitter|x|facebook|instagram|meta)';
/** The words that other tools write behind `action` and `type` (docs/vault-format.md#foreign-requests). */
const forms: readonly (readonly [NoteForm['is'], RegExp])[] = [
  ['email', /^(?:(?:send|draft)_)?email(?:_(?:send|draft|reply|response|approval))*$/],
  ['payment', /^payment(?:_request)?$/],
  [
    'social_post',
    new RegExp(
      `^(?:(?:social|social_media|${platform})_(?:post|draft)|(?:post|publish)_(?:to_)?${platform}|tweet)(?:_(?:pending|approval|draft))?$`,
    ),
  ],
  ['message', /^(?:send_)?(?:whatsapp|sms)(?:_(?:message|draft|reply|approval))*$/],
  ['api_call', /^api_call$/],
  ['other', /^other$/],
];

/** `Send-Email` and `send_email` are one word. */
export function typeName(word: string): string {
  return word
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
}

/**
 * What a word for an action means; `null`: nothing that is known here.
 *
 * @param file the note's name, which says by what a `reply_draft` answers
 */
export function formOf(word: string, file = ''): NoteForm | null {
  const name = typeName(word);
  if (/^(?:reply_draft|draft_reply)$/.test(name)) {
    return { is: /whatsapp|sms/i.test(file) ? 'message' : 'email' };
  }
  for (const [is, form] of forms) {
    const found = form.exec(name);
    if (!found) continue;
    const named = found[1] ?? found[2];
    return named === undefined ? { is } : { is, platform: named };
  }
  return null;
}

/** What came in. */
export type Incoming = 'email' | 'message';

/** What came in, and is no draft of anything; `null`: the note does not say so. */
export function incomingKind(front: FrontMatter): Incoming | null {
  const has = (...keys: string[]): boolean => keys.some((key) => front.ranges.has(key));
  const type = typeName(textField(front, 'type') ?? '');
  const isReceived = has('received', 'message_id');
  const isIncoming = isReceived || (has('from', 'sender') && !has('to', 'recipient'));
  if (!isIncoming || /draft|reply|response|send|post/.test(type)) return null;
  const isMail = type.includes('mail') || textField(front, 'from')?.includes('@');
  return isMail ? 'email' : 'message';
}
