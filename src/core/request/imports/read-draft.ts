/** Matches “move this file to /Approved” (FR-009). */
const instruction =
  /\bmove (?:(?:this|the) (?:file|note)|it)?\s*to [`"“]*(?:\/(?:approved|rejected)\b|(?:approved|rejected)\/)/i;
const title = /^ {0,3}(?:#{1,6}(?:\s|$)|>\s*\[![a-z]+\])/i;
const heading = /^ {0,3}#{1,6}(?:\s|$)/m;
const rule = /^ {0,3}-{3,}[ \t]*$/m;
const sendsAway = /\bmove (?:this|the) (?:file|note)\b/i;
const callout = /^ {0,3}>\s*\[!/m;
export const toLine = /^[-*> ]*\*\*To:?\*\*:?[ \t]*(.*)$/im;
const label = /^[-*> ]*\*\*(?:message|body|text|post|content):?\*\*:?[ \t]*$/im;
const toPerson =
  /^[^\p{L}\n]*(?:human section|approval required|to (?:approve|reject))[^\p{L}\n]*$/imu;
const aboutNote =
  /\b(?:human|approv|reject|instruction|checklist|note|original|metadata|review|risk|action|detail)/i;
const textName =
  /^\P{L}*(?:\p{L}+ ){0,3}(?:post|content|message|body|reply|response|caption|tweet|text)(?:\P{L}*|:.*)$/iu;
const headLine =
  /^(?:[-*] )?\*\*(?:to|from|subject|cc|date|created|generated|type|platform|status)\b|^$/i;
const signature = /^(?:\*[^*\n]+\*|\*\*note\b.*)$/i;

/** True when a text may have parts that are not meant for sending. */
export function hasMoreThanText(text: string): boolean {
  return [sendsAway, heading, rule, callout, toLine, label, toPerson].some((one) => one.test(text));
}

export type Draft =
  { readonly text: string; readonly unsent: readonly string[] } | { readonly unclear: string };

/** Finds the text that a note asks to send. */
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
  readonly line: string;
  readonly name: string;
  readonly parts: readonly string[];
  readonly isAbout: boolean;
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
