/** What tells a person how to answer, and is no part of a letter (FR-009). */
const instruction =
  /\bmove (?:(?:this|the) (?:file|note)|it)?\s*to [`"“]*(?:\/(?:approved|rejected)\b|(?:approved|rejected)\/)/i;
/** A heading, or the title of a callout. */
const title = /^ {0,3}(?:#{1,6}(?:\s|$)|>\s*\[![a-z]+\])/i;
const heading = /^ {0,3}#{1,6}(?:\s|$)/m;
const rule = /^ {0,3}-{3,}[ \t]*$/m;
const sendsAway = /\bmove (?:this|the) (?:file|note)\b/i;
/** A callout, as a tool adds it that failed. */
const callout = /^ {0,3}>\s*\[!/m;
/** `**To:** a@example.com`. */
export const toLine = /^[-*> ]*\*\*To:?\*\*:?[ \t]*(.*)$/im;
/** Where other tools begin to speak to the person, also without a heading. */
const toPerson =
  /^[^\p{L}\n]*(?:human section|approval required|to (?:approve|reject))[^\p{L}\n]*$/imu;
/** Sections beside a draft that are about the note. */
const aboutNote =
  /\b(?:human|approv|reject|instruction|checklist|note|original|metadata|review|risk|action|detail)/i;
/** What other tools call the section with the draft, beside “Draft …”. */
const textName =
  /^\P{L}*(?:\p{L}+ ){0,3}(?:post|content|message|body|reply|response|caption|tweet|text)(?:\P{L}*|:.*)$/iu;
/** A line like `**To:** …` above a draft. */
const headLine =
  /^(?:[-*] )?\*\*(?:to|from|subject|cc|date|created|generated|type|platform|status)\b|^$/i;
/** One paragraph in italics, or a note, as a tool signs what it wrote. */
const signature = /^(?:\*[^*\n]+\*|\*\*note\b.*)$/i;

/** Whether a text has headings, lines or instructions in it, of which nobody knows whether they are to be sent. */
export function hasMoreThanText(text: string): boolean {
  return [sendsAway, heading, rule, callout, toLine, toPerson].some((one) => one.test(text));
}

/**
 * The text that a note asks to send, from all that is below its properties: what is left without the paragraphs that
 * only say where to move the note, without what is about the note, or the one section whose heading says that it is
 * the text. `null`: it has more than one reading.
 */
export function readDraft(body: string): string | null {
  const paragraphs = body.replace(/\r\n/g, '\n').split(/\n[ \t]*\n/);
  const left = paragraphs.filter((paragraph) => !isInstruction(paragraph)).join('\n\n');
  const filled = sectionsOf(left).filter(({ parts }) => parts.length > 0);
  const drafts = filled.filter(({ name }) => /\bdraft\b/i.test(name) && !aboutNote.test(name));
  const [only, second] = drafts.length > 0 ? drafts : filled.filter(({ isAbout }) => !isAbout);
  if (!only) return '';
  const isText = drafts.length > 0 || only.name === '' || textName.test(only.name);
  const [text = '', other] = only.parts;
  if (second || !isText || other !== undefined) return null;
  return /^```\w*\n((?:(?!```)[^])*)\n```$/.exec(text)?.[1]?.trim() ?? text;
}

function isInstruction(paragraph: string): boolean {
  const lines = paragraph.split('\n').filter((line) => line.trim() !== '' && !title.test(line));
  return lines.length > 0 && lines.every((line) => instruction.test(line));
}

interface Section {
  readonly name: string;
  /** What lines `---` part in it, without such that only frame a draft. */
  readonly parts: readonly string[];
  /** It is about the note: it speaks to the person, or has such a name and comes behind a draft that has ended. */
  readonly isAbout: boolean;
}

function sectionsOf(text: string): readonly Section[] {
  const sections: { name: string; lines: string[] }[] = [{ name: '', lines: [] }];
  for (const line of text.split('\n')) {
    if (heading.test(line) || toPerson.test(line)) {
      sections.push({ name: line.replace(/^[ #]+/, ''), lines: [] });
    } else sections.at(-1)?.lines.push(line);
  }
  let hasEnded = false;
  return sections.map(({ name, lines }) => {
    const parts = lines
      .join('\n')
      .split(rule)
      .map((part) => part.trim());
    const isAbout = toPerson.test(name) || (hasEnded && aboutNote.test(name));
    hasEnded ||= isAbout || textName.test(name) || (parts.length > 1 && parts.at(-1) === '');
    const filled = parts.filter((part) => !part.split('\n').every((line) => headLine.test(line)));
    if (filled.length > 1 && signature.test(filled.at(-1) ?? '')) filled.pop();
    return { name, parts: filled, isAbout };
  });
}
