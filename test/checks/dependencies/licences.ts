/** Licences that let us ship a package inside a bundle under MIT, with its notice. */
const ALLOWED =
  /^(?:MIT(?:-0)?|ISC|BSD-[23]-Clause|0BSD|Apache-2\.0|BlueOak-1\.0\.0|Unlicense|CC0-1\.0|Python-2\.0)$/;

/** Whether an SPDX expression can be met with allowed licences only. */
export function isAllowed(licence: string): boolean {
  return licence
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((name) => ALLOWED.test(name.trim())));
}
