const longestPath = 1_024;

const url = /^[a-z][a-z0-9+.-]*:\/\/\S+$/i;
const fromTheRoot = /^(?:[a-z]:|~|\.{1,2})?[\\/]/i;
/** A name alone has no spaces here: a sentence may well end in “Node.js”. */
const withExtension = /^(?:\S+|.*[\\/].*)[^\s\\/.]\.[a-z][a-z0-9]{1,7}$/i;

/**
 * Whether a text reads like the name of something whose content a tool may fetch: a file or a URL. What
 * it holds may change after the approval, unless it is pinned. A guess, for a hint only.
 */
export function namesContent(text: string): boolean {
  if (text.length > longestPath || /[\r\n]/.test(text)) return false;
  if (url.test(text) || fromTheRoot.test(text)) return true;
  return withExtension.test(text) && !text.includes('@');
}
