export function addressProblem(text: string): string | null {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return 'its url is not an http or https address';
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return 'its url is not an http or https address';
  }
  if (url.username !== '' || url.password !== '') {
    return 'its url contains a user name or password, which would be visible; use a header instead';
  }
  if (url.protocol === 'http:' && !isThisComputer(url.hostname)) {
    return `its url is plain http to ${url.hostname}, so others on the network could read its headers and change its answers; use https`;
  }
  return null;
}

export function isThisComputer(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname === '[::1]' ||
    /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/u.test(hostname)
  );
}

const ours = new Set([
  'accept',
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

export function headersProblem(headers: Readonly<Record<string, string>>): string | null {
  const seen = new Set<string>();
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/u.test(name))
      return 'one of its headers has no valid name';
    if (ours.has(lower) || lower.startsWith('mcp-')) {
      return `the header ${name} is set by Countersign itself`;
    }
    if (seen.has(lower)) return `it has the header ${name} twice`;
    seen.add(lower);
    if (!/^[\t\x20-\x7e]*$/u.test(value)) {
      return `the header ${name} contains characters that are not allowed in headers`;
    }
  }
  return null;
}
