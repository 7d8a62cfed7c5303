/** Text that instructs a person how to answer and is not part of the letter (FR-009). */
const instruction =
  /\bmove (?:(?:this|the) (?:file|note)|it)?\s*to [`"“]*(?:\/(?:approved|rejected)\b|(?:approved|rejected)\/)/i;
/** A heading, or the title of a callout. */
const title = /^ {0,3}(?:#{1,6}(?:\s|$)|>\s*\[![a-z]+\])/i;
const heading = /^ {0,3}#{1,6}(?:\s|$)/m;
const rule = /^ {0,3}-{3,}[ \t]*$/m;
const sendsAway = /\bmove (?:this|the) (?:file|note)\b/i;
/** A callout, as a tool adds it after a failure. */
const callout = /^ {0,3}>\s*\[!/m;
/** `**To:** a@example.com`. */
export const toLine = /^[-*> ]*\*\*To:?\*\*:?[ \t]*(.*)$/im;
/** `**Message:**` on its own line above the text to send. */
const label = /^[-*> ]*\*\*(?:message|body|text|post|content):?\*\*:?[ \t]*$/im;
/** Phrases with which other tools address the person, even without a heading. */
const toPerson =
  /^[^\p{L}\n]*(?:human section|approval required|to (?:approve|reject))[^\p{L}\n]*$/imu;
/** Sections beside a draft that describe the note. */
const aboutNote =
  /\b(?:human|approv|reject|instruction|checklist|note|original|metadata|review|risk|action|detail)/i;
/** Names of the section with the draft in other tools, besides “Draft …”. */
const textName =
  /^\P{L}*(?:\p{L}+ ){0,3}(?:post|content|message|body|reply|response|caption|tweet|text)(?:\P{L}*|:.*)$/iu;
/** A line like `**To:** …` above a draft. */
const headLine =
  /^(?:[-*] )?\*\*(?:to|from|subject|cc|date|created|generated|type|platform|status)\b|^$/i;
/** One paragraph in italics, or a note, with which a tool signs its text. */
const signature = /^(?:\*[^*\n]+\*|\*\*note\b.*)$/i;

/** Whether a text has headings, lines or instructions that may or may not be meant for sending. */
export function hasMoreThanText(text: string): boolean {
  return [sendsAway, heading, rule, callout, toLine, label, toPerson].some((one) => one.test(text));
}

/** The text that a note asks to send, and the parts left out; or the line that makes it unclear. */
export type Draft =
  { readonly text: string; readonly unsent: readonly string[] } | { readonly unclear: string };

/**
 * Finds the text to send in everything below the properties: the one section whose heading names it, or all
 * text that is neither about the note nor an instruction where to move it. Everything after that section
 * must be about the note.
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
  /** Its heading as written, and the text of the heading. */
  readonly line: string;
  readonly name: string;
  /** Its parts between `---` lines, without lines that only frame a draft. */
  readonly parts: readonly string[];
  /** It describes the note: it addresses the person, or has such a name and follows a draft that has ended. */
  readonly isAbout: boolean;
  /** What a tool wrote about itself below it. */
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
