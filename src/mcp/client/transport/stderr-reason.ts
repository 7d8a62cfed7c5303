const noise =
  /^(?:Node\.js v|\s+at |Traceback |\s+File "|\s+\^|\}?$|npm (?:error|ERR!)(?: code \S+)?$|npm (?:error|ERR!) A complete log|\s*throw err)/u;
const thrown = /^(?:Uncaught |\[?\w*\]?\s)?[\w.]*(?:Error|Exception)(?: \[\w+\])?: \S/u;
const telling =
  /\b(?:error|fatal|failed|cannot|can't|not found|denied|missing|required|invalid)\b/iu;

const longest = 300;

export function reasonInStderr(stderr: string): string {
  const lines = stderr.split(/\r?\n/u).filter((line) => !noise.test(line));
  const line =
    lines.findLast((each) => thrown.test(each)) ?? lines.find((each) => telling.test(each));
  return (line ?? lines.at(-1) ?? '').trim().slice(0, longest);
}
