import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { print, type Chapter } from './timeline.js';

/** What differs from run to run or from computer to computer, and what is written in its place. */
const placeholders: readonly (readonly [RegExp, string])[] = [
  [/\d{4}(?:-\d\d){2}T(?:\d\d-){2}\d\dZ(?=_)/g, '2026-02-21T10-30-00Z'],
  [/PLAN-\d{4}-/g, 'PLAN-2026-'],
  [/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT'],
  [/\(process \d+\)/g, '(process N)'],
  [/<[\da-f-]{36}@/g, '<00000000-0000-0000-0000-000000000000@'],
];

const lineSeconds = 0.35;
const chapterSeconds = 2;

/**
 * Writes a story into a folder: `demo.cast` to replay it (asciicast v2, which asciinema plays, too), `demo.md` to read
 * it, and a picture of its last chapter. Each run writes the same bytes.
 */
export async function record(folder: string, story: readonly Chapter[]): Promise<void> {
  const chapters = story.map(({ title, lines }) => ({ title, lines: lines.map(withPlaceholders) }));
  await mkdir(join(folder, 'pictures'), { recursive: true });
  await writeFile(join(folder, 'demo.cast'), castOf(chapters));
  await writeFile(join(folder, 'demo.md'), pageOf(chapters));
  await writeFile(join(folder, 'pictures/demo.svg'), pictureOf(chapters.slice(-1)));
}

/** Plays a recording at its pace; all at once where nobody watches. */
export async function replay(file: string): Promise<void> {
  const [, ...events] = (await readFile(file, 'utf8')).trimEnd().split('\n');
  let before = 0;
  for (const event of events) {
    const [at, , text] = JSON.parse(event) as [number, 'o', string];
    if (process.stdout.isTTY) await wait((at - before) * 1000);
    before = at;
    print(text);
  }
}

function withPlaceholders(line: string): string {
  return placeholders.reduce((text, [found, put]) => text.replace(found, put), line);
}

function castOf(chapters: readonly Chapter[]): string {
  let at = 0;
  const event = (seconds: number, text: string): string => {
    at += seconds;
    return JSON.stringify([Number(at.toFixed(2)), 'o', `${text}\r\n`]);
  };
  const header = { version: 2, width: 110, height: 40, title: 'npm run demo' };
  const events = chapters.flatMap(({ title, lines }) => [
    event(chapterSeconds, `\r\n\u001b[1m${title}\u001b[0m\r\n`),
    ...lines.map((line) => event(lineSeconds, line)),
  ]);
  return [JSON.stringify(header), ...events, ''].join('\n');
}

function pageOf(chapters: readonly Chapter[]): string {
  const parts = chapters.map(({ title, lines }) => {
    const text = lines.map((line) => stripVTControlCharacters(line).trimEnd()).join('\n');
    return `## ${title}\n\n\`\`\`text\n${text}\n\`\`\`\n`;
  });
  return `# The demo, recorded

<!-- Written by \`npm run demo -- --record docs\`. A test compares it with what the demo prints. -->

An agent turns an email into a plan. A new session of the agent continues the plan. A person approves the invoice, and it is sent.

- To replay this in a terminal: \`npm run demo -- --replay docs/demo.cast\`, or \`asciinema play docs/demo.cast\`.
- To have it happen on your computer: \`npm run demo\`.

\`agent\` is a script that speaks MCP: you see each tool it calls, and behind → what Countersign answered. \`you\` is
what a person types or moves, \`countersign\` what the runner says, and ✓ what the demo has checked. Times are left out.
Ports, process numbers, the ids of messages and the dates in ids are placeholders; \`…\` is where the project lies.

${parts.join('\n')}`;
}

const rowHeight = 21;
const classes: Readonly<Record<string, string>> = { 1: 'b', 2: 'd', 32: 'g', 33: 'y', 36: 'w' };
const font = '14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace';
const colours =
  '.d{fill:#7f8c98}.w{fill:#7fdbca}.g{fill:#8fd694}.b{font-weight:bold;fill:#fff}.y{fill:#ffd580}';

function pictureOf(chapters: readonly Chapter[]): string {
  const rows = chapters.flatMap(({ title, lines }) => [`\u001b[1m${title}\u001b[0m`, '', ...lines]);
  const height = 40 + (rows.length + 1) * rowHeight;
  const texts = rows.map((row, at) => {
    const escaped = row.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
    const styled = escaped.replace(
      /\u001b\[(\d+)m(.*?)\u001b\[0m/g,
      (_, code: string, text: string) => `<tspan class="${classes[code]}">${text}</tspan>`,
    );
    return `<text x="28" y="${64 + at * rowHeight}" xml:space="preserve">${styled}</text>`;
  });
  const size = `width="980" height="${height}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 980 ${height}" role="img"`,
    ' aria-label="The demo of Countersign in a terminal">',
    `<style>text{font:${font};fill:#d6deeb;white-space:pre}${colours}</style>`,
    `<rect ${size} rx="10" fill="#101722"/>`,
    ...['#ff5f57', '#febc2e', '#28c840'].map(
      (fill, at) => `<circle cx="${26 + at * 20}" cy="24" r="6" fill="${fill}"/>`,
    ),
    ...texts,
    '</svg>\n',
  ].join('\n');
}
