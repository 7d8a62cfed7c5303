import { longestBrief } from '../policy/keywords.js';

export interface SenderText {
  readonly subject: string | null;
  readonly from: string | null;
  /** Without quoted replies, greetings, signatures and footers. */
  readonly text: string;
}

export interface ItemText extends SenderText {
  readonly parts: readonly string[];
}

const tag = /<\/?[a-z][a-z0-9]{0,15}(?:\s[^<>]{0,4000})?\/?>/giu;
const isHtml = /<(?:html|body|div|p|br|table|td|span|font|a\s)[^<>]{0,4000}>/iu;
const unseen: readonly (readonly [RegExp, RegExp])[] = [
  [/<!--/gu, /-->/gu],
  ...['head', 'style', 'script', 'title'].map(
    (name) =>
      [
        new RegExp(`<${name}\\b[^<>]{0,4000}>`, 'giu'),
        new RegExp(`</${name}\\s*>`, 'giu'),
      ] as const,
  ),
];
const lineTags = /<(?:br|\/p|\/div|\/tr|\/h[1-6]|\/table|hr|\/ul|\/ol|\/li)\b[^<>]{0,4000}>/giu;
const entities: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ndash: '–', mdash: '—' },
  ...{ hellip: '…', rsquo: '’', lsquo: '‘', rdquo: '”', ldquo: '“', euro: '€', pound: '£' },
  ...{ auml: 'ä', ouml: 'ö', uuml: 'ü', Auml: 'Ä', Ouml: 'Ö', Uuml: 'Ü', szlig: 'ß', bull: '•' },
  ...{
    eacute: 'é',
    egrave: 'è',
    agrave: 'à',
    ccedil: 'ç',
    ntilde: 'ñ',
    copy: '©',
    zwnj: '',
    shy: '',
  },
};

function withoutHtml(text: string): string {
  if (!isHtml.test(text)) return text;
  let seen = text.replace(/<!doctype[^<>]{0,4000}>/giu, '');
  for (const [start, end] of unseen) seen = without(seen, start, end);
  return seen
    .replace(/\r?\n/gu, ' ')
    .replace(/<li\b[^<>]{0,4000}>/giu, '\n- ')
    .replace(lineTags, '\n')
    .replace(/<\/t[dh]\s*>/giu, ' | ')
    .replace(tag, '')
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/giu, entity)
    .split('\n')
    .map(withoutBars)
    .join('\n');
}

function without(text: string, start: RegExp, end: RegExp): string {
  let kept = '';
  let at = 0;
  for (const { 0: found, index } of text.matchAll(start)) {
    if (index < at) continue;
    end.lastIndex = index + found.length;
    const closed = end.exec(text);
    if (!closed) break;
    kept += text.slice(at, index);
    at = end.lastIndex;
  }
  return kept + text.slice(at);
}

function withoutBars(line: string): string {
  let [start, end] = [0, line.length];
  while (start < end && ' \t|'.includes(line.charAt(start))) start += 1;
  while (end > start && ' \t|'.includes(line.charAt(end - 1))) end -= 1;
  return line.slice(start, end);
}

function entity(found: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return entities[name] ?? found;
  const code = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal);
  return code > 31 && code <= 0x10_ff_ff && !(code >= 0xd8_00 && code < 0xe0_00)
    ? String.fromCodePoint(code)
    : ' ';
}

const header =
  /^[\s>*_|-]{0,8}(from|to|cc|bcc|subject|date|sent|reply-to|received|von|an|betreff|gesendet|datum|de|para|asunto|enviado|objet|à)\s?(?:\*\*|__)?\s?:(?:\*\*|__)?\s*(.*)$/iu;
const forwarded =
  /^[\s>*]{0,20}(?:-{2,}|_{5,})?\s?(?:begin )?(?:forwarded message|original message|weitergeleitete nachricht|ursprüngliche nachricht|mensaje reenviado|message transféré)\b[^\n]*$/iu;
const replyLine =
  /^\s*(?:On|Am|El|Le|Il)\s.{3,200}(?:wrote|schrieb[^:]{0,80}|escribió|a écrit|ha scritto)\s?:\s*$/iu;
const replyStart = /^\s*(?:On|Am|El|Le|Il)\s.{3,200}<?[\w.+-]+@[\w.-]+>?\s*$/iu;
const replyEnd = /^\s*.{0,100}(?:wrote|schrieb|escribió|a écrit|ha scritto)\s?:\s*$/iu;
const greeting =
  /^\s*(?:(?:hi|hello|hey|dear|hallo|liebe[rs]?|hola|estimad[oa]s?|bonjour|ch[eè]re?|ciao|moin|servus)(?=[\s,!.]|$)|good (?:morning|afternoon|evening|day)\b|guten (?:tag|morgen)\b|buen[oa]s (?:días|tardes)\b|sehr geehrte[rs]?\b|to whom it may concern\b)/iu;
const closing =
  /^\s*(?:(?:(?:best|kind|kindest|warm|warmest|many|with|all the)\s)*(?:regards|wishes|best|thanks)(?:\s(?:again|in advance|so much|a lot|very much))?|thank you(?:\s(?:very much|so much|again|in advance|for your (?:help|time|support|business|understanding|patience)))*|thx|ta|cheers|(?:yours\s)?(?:sincerely|faithfully|truly)|yours|(?:sincerely|respectfully)(?: yours)?|love|xoxo|mit (?:freundlichen|besten|herzlichen|lieben) grü(?:ß|ss)en|(?:viele|beste|liebe|herzliche|freundliche) grü(?:ß|ss)e|mfg|lg|vg|(?:un )?(?:cordial )?saludos?(?: cordiales)?|atentamente|cordialement|bien cordialement|bien à vous|cdt)(?:\s(?:and|&)\s[\p{L}\s]{0,20})?(?:\sfrom\s[\p{L}\s]{0,30})?\s*[,.!–—-]*\s*(?:[\p{L}.’' -]{1,40})?$/iu;
const sentFrom =
  /^\s*(?:sent from my|sent from mail for|get outlook for|von meinem|gesendet von|enviado desde mi|envoyé de mon)\b/iu;
const footer =
  /\b(?:unsubscribe|view (?:this|it) (?:email )?in (?:your|a) browser|confidential(?:ity)?\b.{0,60}\b(?:e-?mail|message|notice|intended)|(?:e-?mail|message)\b.{0,80}\b(?:confidential|intended (?:solely|only|for))|you(?:’|'| a)re receiving this|virus-free|please consider the environment|do not reply to this)/iu;

function withoutGaps(text: string): string {
  return text
    .split(/\r?\n/u)
    .map((line) => line.replace(/[^\S\n]{9,}/gu, ' '.repeat(8)).trimEnd())
    .join('\n')
    .replace(/\n{4,}/gu, '\n\n\n');
}

export function readSenderText(body: string): ItemText {
  const lines = withoutHtml(withoutGaps(body.slice(0, longestBrief))).split('\n');
  const parts = partsOf(lines);
  const own = parts.map(ownLines);
  const [first, ...rest] = own;
  const texts = own.map(({ text }) => text).filter((text) => text !== '');
  if (texts.length === 0) texts.push(lines.map(withoutMarks).join('\n').trim());
  return {
    subject: first?.subject ?? rest.find(({ subject }) => subject !== null)?.subject ?? null,
    from: first?.from ?? null,
    text: texts.join('\n\n'),
    parts: texts,
  };
}

function withoutMarks(line: string): string {
  return line.trim().replace(/^>+/u, '');
}

function partsOf(lines: readonly string[]): readonly (readonly string[])[] {
  const parts: string[][] = [[]];
  for (const line of lines) {
    if (forwarded.test(line)) parts.push([]);
    else parts.at(-1)?.push(line);
  }
  return parts;
}

function ownLines(lines: readonly string[]): SenderText {
  const { subject, from, rest } = withoutHeader(lines);
  const own = withoutEnd(withoutQuotes(rest));
  const at = own.findIndex((line) => line.trim() !== '');
  const first = own[at] ?? '';
  if (at !== -1) own[at] = withoutGreeting(first);
  return { subject, from, text: own.join('\n').trim() };
}

function withoutHeader(lines: readonly string[]) {
  const start = lines.findIndex((line) => line.trim() !== '');
  let end = Math.max(start, 0);
  const found = new Map<string, string>();
  for (; end < lines.length; end += 1) {
    const [, name, value = ''] = header.exec(lines[end] ?? '') ?? [];
    if (name === undefined) break;
    found.set(name.toLowerCase(), value.replace(/(?:\*\*|__)/gu, '').trim());
  }
  const subject =
    found.get('subject') ?? found.get('betreff') ?? found.get('asunto') ?? found.get('objet');
  const isHeader = subject !== undefined || found.size > 1;
  return {
    subject: (isHeader ? subject : undefined) ?? null,
    from: (isHeader ? (found.get('from') ?? found.get('von')) : undefined) ?? null,
    rest: isHeader ? lines.slice(end) : lines,
  };
}

function withoutQuotes(lines: readonly string[]): string[] {
  const own: string[] = [];
  let callout = false;
  for (const [at, line] of lines.entries()) {
    const isQuoted = /^\s*>/u.test(line);
    if (isQuoted) {
      const isFirst = /^\s*>\s*\[![\w-]{1,40}\]/u.test(line);
      callout ||= isFirst;
      if (callout) own.push(isFirst ? '' : line.replace(/^\s*>\s?/u, ''));
      continue;
    }
    callout = false;
    const isReply =
      replyLine.test(line) || (replyStart.test(line) && replyEnd.test(lines[at + 1] ?? ''));
    const isReplyEnd = replyEnd.test(line) && replyStart.test(lines[at - 1] ?? '');
    if (!isReply && !isReplyEnd) own.push(line);
  }
  return own;
}

function withoutEnd(lines: readonly string[]): string[] {
  const isText = (line: string): boolean => line.trim() !== '';
  const first = lines.findIndex(isText);
  const end = lines.findIndex((line, at) => {
    if (/^--\s?$/u.test(line) || sentFrom.test(line)) return true;
    return at > first && closing.test(line) && line.trim().length <= 60;
  });
  const own = end === -1 ? [...lines] : lines.slice(0, end);
  const below = end === -1 ? [] : lines.slice(end + 1);
  const postscript = below.findIndex((line) => /^\s*p\.?\s?s\.?\s?[:\s]/iu.test(line));
  if (postscript !== -1) {
    const text = below.slice(postscript);
    const until = text.findIndex((line, at) => at > 0 && !isText(line));
    own.push('', ...text.slice(0, until === -1 ? undefined : until));
  }
  return own.filter((line) => !footer.test(line) && !sentFrom.test(line));
}

/** Returns a line without its greeting, such as “can you …” from “Hi Tom, can you …”. */
export function withoutGreeting(line: string): string {
  if (!greeting.test(line)) return line;
  const [whole] = /^[^,!:.–—\n]{1,60}(?:[,!:.]|\s[–—-])\s*/u.exec(line) ?? [];
  if (whole !== undefined) return line.slice(whole.length);
  return line.trim().split(/\s+/u).length <= 5 ? '' : line;
}
