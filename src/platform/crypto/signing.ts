import { type CryptoKey, type JWK, importJWK } from 'jose'

/** The key pair that signs session tokens (ES256). */
export type Signing = { readonly kid: string; readonly key: CryptoKey; readonly publicKey: CryptoKey }

/** Imports the private key that `loadSecrets` returns. */
export async function importSigningKey(jwk: JWK): Promise<Signing> {
  const { d: _, ...publicPart } = jwk
  const key = (await importJWK(jwk, 'ES256')) as CryptoKey
  const publicKey = (await importJWK(publicPart, 'ES256')) as CryptoKey
  return { kid: jwk.kid ?? '', key, publicKey }
}
