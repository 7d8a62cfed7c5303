/** Formats a share from 0 to 1, such as `32 %`, or `2.7 %` below a tenth. */
export function percent(share: number): string {
  return `${Number((share * 100).toFixed(share < 0.1 ? 1 : 0))} %`;
}
