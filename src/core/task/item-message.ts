import { bodyStartOf } from '../note/front-matter/front-matter-block.js';
import { plainTitle } from '../note/plain-title.js';
import { findSections, scanBody } from '../note/structure.js';

const watchedTypes =
  /^(?:\w+_)?type\s*:\s*["']?(?:[\w-]*mail|whatsapp|sms|slack|telegram|linkedin|message|file_?drop)/imu;

const messageTitles = [
  /^(?:full|original) (?:message|text|content|email|file)/u,
  /^(?:\p{L}+ )?(?:message|content|body|text)s?$/u,
  /(?:preview|snippet)$/u,
];
const templateTitles =
  /^(?:(?:\p{L}+ ){0,2}(?:actions?|steps|notes?|links?|details|info(?:rmation)?|templates)(?: (?:items?|required|needed|taken))?|tasks|guidance|(?:approval|instructions|processing).*)$/u;
const metadata =
  /^\s*(?:[-*+]\s+)?\*\*(?:from|to|date|time|received|sent|created|detected|priority|status|type|source|sender|subject|labels|size|file|name|risk level)(?::\*\*|\*\*\s?:)/iu;
const mark = /^\s*(?:---+|```[\w-]{0,20})\s*$/u;

/** Returns a text without list items that describe the message, such as `- **Priority:** high`. */
export function withoutMetadata(text: string): string {
  const isMetadata = (line: string): boolean => /^\s*[-*+]\s/u.test(line) && metadata.test(line);
  return text
    .split('\n')
    .filter((line) => !isMetadata(line))
    .join('\n');
}

/**
 * Returns the message in a note that a program made from a mailbox, chat or folder. `null` for any
 * other note.
 */
export function messageIn(note: string): string | null {
  const start = bodyStartOf(note);
  if (!watchedTypes.test(note.slice(0, start))) return null;
  const lines = scanBody(note, start);
  const sections = findSections(lines, note).map((section) => ({
    ...section,
    plain: plainTitle(section.title),
  }));
  const byLine = new Map(sections.map((section) => [section.headingLine, section]));
  const [message] = messageTitles.flatMap((form) =>
    sections.filter(({ plain }) => form.test(plain)),
  );
  const kept: string[] = [];
  let isKept = message === undefined;
  for (const line of lines) {
    const section = byLine.get(line);
    if (section && section === message) {
      isKept = true;
      continue;
    }
    if (section && !(isKept && message && section.level > message.level)) {
      const isAdded = [...messageTitles, templateTitles].some((form) => form.test(section.plain));
      isKept = !isAdded && (isKept || !message);
    }
    if (isKept && !metadata.test(line.text) && !mark.test(line.text)) kept.push(line.text);
  }
  return kept.join('\n');
}
