const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Encodes bytes as base64url without padding (RFC 4648 §5). */
export function encodeBase64Url(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 6; bits -= 6) text += digit(held >>> (bits - 6));
    held &= 0xff;
  }
  return bits === 0 ? text : text + digit(held << (6 - bits));
}

/** Decodes base64url text. Returns `null` if the text is not in canonical form (RFC 4648 §3.5). */
export function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  const bytes = new Uint8Array(Math.floor((text.length * 6) / 8));
  let length = 0;
  let bits = 0;
  let held = 0;
  for (const character of text) {
    const value = ALPHABET.indexOf(character);
    if (value === -1) return null;
    held = ((held << 6) | value) & 0xfff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[length] = held >>> bits;
    length += 1;
  }
  return encodeBase64Url(bytes) === text ? bytes : null;
}

function digit(value: number): string {
  return ALPHABET.charAt(value & 0x3f);
}
