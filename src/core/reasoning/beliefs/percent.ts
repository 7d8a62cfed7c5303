/** A share from 0 to 1 as a person reads it: `32 %`, and `2.7 %` where it is below a tenth. */
export function percent(share: number): string {
  return `${Number((share * 100).toFixed(share < 0.1 ? 1 : 0))} %`;
}
