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
/** `**Message:**` on a line of its own, above what is to be sent. */
const label = /^[-*> ]*\*\*(?:message|body|text|post|content):?\*\*:?[ \t]*$/im;
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
  return [sendsAway, heading, rule, callout, toLine, label, toPerson].some((one) => one.test(text));
}

/** The text that a note asks to send, and what beside it is left out; or the line that makes it unclear. */
export type Draft =
  { readonly text: string; readonly unsent: readonly string[] } | { readonly unclear: string };

/**
 * The text that a note asks to send, from all that is below its properties: what is left without the paragraphs that
 * only say where to move the note, without what is about the note, or the one section whose heading says that it is
 * the text. What comes behind that section must be about the note.
 */
export function readDraft(body: string): Draft {
  const paragraphs = body.replace(/\r\n/g, '\n').split(/\n[ \t]*\n/);
  const left = paragraphs.filter((paragraph) => !isInstruction(paragraph)).join('\n\n');
  const filled = sectionsOf(left).filter(({ parts }) => parts.length > 0);
  const drafts = filled.filter(({ name }) => /\bdraft\b/i.test(name) && !aboutNote.test(name));
  const [only, second] = drafts.length > 0 ? drafts : filled.filter(({ isAbout }) => !isAbout);
  const others = filled.filter((one) => one !== only);
  const unsent = [...others.map(firstLine), ...filled.flatMap(({ signed }) => signed)];
  if (!only) return { text: '', unsent };
  const isText = drafts.length > 0 || only.name === '' || textName.test(only.name);
  const [text = '', other] = only.parts;
  if (!isText) return { unclear: firstLine(only) };
  if (other !== undefined) return { unclear: lineOf(other) };
  const behind = filled.slice(filled.indexOf(only) + 1);
  const stray = second ?? behind.find(({ name, isAbout }) => !isAbout && !aboutNote.test(name));
  if (stray) return { unclear: firstLine(stray) };
  const unfenced = /^```\w*\n((?:(?!```)[^])*)\n```$/.exec(text)?.[1]?.trim() ?? text;
  const more = unfenced.split('\n').find(hasMoreThanText);
  return more === undefined ? { text: unfenced, unsent } : { unclear: more };
}

function firstLine({ line, parts }: Section): string {
  return line || lineOf(parts[0]);
}

function lineOf(text = ''): string {
  return text.replace(/\n[^]*/, '');
}

function isInstruction(paragraph: string): boolean {
  const lines = paragraph.split('\n').filter((line) => line.trim() !== '' && !title.test(line));
  return lines.length > 0 && lines.every((line) => instruction.test(line));
}

interface Section {
  /** Its heading as it is written, and what that says. */
  readonly line: string;
  readonly name: string;
  /** What lines `---` part in it, without such that only frame a draft. */
  readonly parts: readonly string[];
  /** It is about the note: it speaks to the person, or has such a name and comes behind a draft that has ended. */
  readonly isAbout: boolean;
  /** What a tool wrote below it about itself. */
  readonly signed: readonly string[];
}

function sectionsOf(text: string): readonly Section[] {
  const sections: { line: string; lines: string[] }[] = [{ line: '', lines: [] }];
  for (const line of text.split('\n')) {
    if (heading.test(line) || toPerson.test(line)) {
      sections.push({ line, lines: [] });
    } else sections.at(-1)?.lines.push(line);
  }
  let hasEnded = false;
  return sections.map(({ line, lines }) => {
    const name = line.replace(/^[ #]+/, '');
    const parts = lines
      .join('\n')
      .split(rule)
      .map((part) => part.trim());
    const isAbout = toPerson.test(name) || (hasEnded && aboutNote.test(name));
    hasEnded ||= isAbout || textName.test(name) || (parts.length > 1 && parts.at(-1) === '');
    const filled = parts.filter((part) => !part.split('\n').every((one) => headLine.test(one)));
    const isSigned = filled.length > 1 && signature.test(filled.at(-1) ?? '');
    const signed = isSigned ? filled.splice(-1) : [];
    return { line, name, parts: filled, isAbout, signed };
  });
}
