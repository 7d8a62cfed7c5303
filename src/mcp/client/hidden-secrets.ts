/** Headers that are no secrets although a person configured them. */
const plainHeaders = new Set([
  'accept-language',
  'user-agent',
  'origin',
  'referer',
  'cache-control',
]);
const SHORTEST_SECRET = 6;
const HIDDEN = '•••';

/**
 * Takes the values of a bridge's headers out of whatever its server says: many an error page repeats the
 * token that it refused, and answers end up in notes that other programs read.
 */
export function secretHider(headers: Readonly<Record<string, string>>): (text: string) => string {
  const secrets = Object.entries(headers)
    .filter(([name]) => !plainHeaders.has(name.toLowerCase()))
    .flatMap(([, value]) => [value, value.replace(/^\S+\s+/u, '')])
    .filter((value) => value.trim().length >= SHORTEST_SECRET)
    // As they stand, and as they stand within JSON.
    .flatMap((value) => [value, JSON.stringify(value).slice(1, -1)])
    .sort((a, b) => b.length - a.length);
  return (text) => secrets.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text);
}
