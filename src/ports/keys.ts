/** Checks signatures: ECDSA P-256 with SHA-256. Keys and signatures are base64url texts. */
export interface Keys {
  verify(publicKey: string, message: string, signature: string): Promise<boolean>;
}
