/** `1 request`, `1,000 requests`. */
export function numberWords(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
