import { scanStructure } from '../../note/structure.js';

const marker = /%%|<!--|-->/g;
const htmlStart = /^ {0,3}<(?!!--)(?![a-z][a-z0-9+.-]*:|[^\s<>]+@)[a-z/!?]/i;

/** True when a Markdown reader might hide a block that starts at `until`. */
export function mayBeHidden(text: string, bodyStart: number, until: number): boolean {
  const before = text.slice(bodyStart, until);
  if (/\r(?!\n)/.test(before)) return true;
  const { lines } = scanStructure(before, 0);
  let open: '%%' | '<!--' | null = null;
  let formulas = 0;
  for (const { text: line, inside } of lines) {
    if (inside === 'fence') continue;
    if (inside === null && htmlStart.test(line)) return true;
    formulas += line.split('$$').length - 1;
    const hasOtherMarks = /[`$]/.test(line);
    for (const [mark] of line.matchAll(marker)) {
      if (mark !== '-->' && hasOtherMarks) return true;
      if (open === null) {
        if (mark !== '-->') open = mark as '%%' | '<!--';
      } else if (mark === (open === '%%' ? '%%' : '-->')) {
        open = null;
      } else if (mark !== '-->') {
        return true;
      }
    }
  }
  return open !== null || formulas % 2 === 1;
}
