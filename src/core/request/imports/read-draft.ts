/** What tells a person how to answer, and is no part of a letter (FR-009). */
const instruction =
  /\bmove (?:(?:this|the) (?:file|note)|it)?\s*to [`"“]*(?:\/(?:approved|rejected)\b|(?:approved|rejected)\/)/i;
/** A heading, or the title of a callout. */
const title = /^ {0,3}(?:#{1,6}(?:\s|$)|>\s*\[![a-z]+\])/i;
const heading = /^ {0,3}#{1,6}(?:\s|$)/;

/**
 * The text that a note asks to send, from all that is below its properties: what is left without the paragraphs that
 * only say where to move the note, or the one section whose heading says draft. `null`: it has more than one reading.
 */
export function readDraft(body: string): string | null {
  const paragraphs = body.replace(/\r\n/g, '\n').split(/\n[ \t]*\n/);
  const left = paragraphs.filter((paragraph) => !isInstruction(paragraph)).join('\n\n');
  const filled = sectionsOf(left).filter(({ text }) => text !== '');
  if (filled.every(({ name }) => name === '')) return filled[0]?.text ?? '';
  const drafts = filled.filter(({ name }) => /\bdraft\b/i.test(name));
  const [draft, second] = drafts;
  return draft && !second ? draft.text : null;
}

function isInstruction(paragraph: string): boolean {
  const lines = paragraph.split('\n').filter((line) => line.trim() !== '' && !title.test(line));
  return lines.length > 0 && lines.every((line) => instruction.test(line));
}

function sectionsOf(text: string): readonly { readonly name: string; readonly text: string }[] {
  const sections: { name: string; lines: string[] }[] = [{ name: '', lines: [] }];
  for (const line of text.split('\n')) {
    if (heading.test(line)) sections.push({ name: line.replace(/^[ #]+/, ''), lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections.map(({ name, lines }) => ({ name, text: lines.join('\n').trim() }));
}
