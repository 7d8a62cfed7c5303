/** Signatures: ECDSA P-256 with SHA-256 (WebCrypto). Keys and signatures are base64url texts. */
export interface Keys {
  /**
   * Returns true when `signature` (raw, 64 bytes) over the UTF-8 bytes of `message` was made by `publicKey`
   * (SPKI).
   */
  verify(publicKey: string, message: string, signature: string): Promise<boolean>;
}
