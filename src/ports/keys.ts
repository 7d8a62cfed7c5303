/** Checks signatures: ECDSA P-256 with SHA-256. Keys and signatures are base64url texts. */
export interface Keys {
  /** True when the owner of `publicKey` signed `message`. */
  verify(publicKey: string, message: string, signature: string): Promise<boolean>;
}
