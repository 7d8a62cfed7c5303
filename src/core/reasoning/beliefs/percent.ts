/** Formats a share from 0 to 1: `32%`, or `2.7%` if it is below 10%. */
export function percent(share: number): string {
  return `${Number((share * 100).toFixed(share < 0.1 ? 1 : 0))}%`;
}
