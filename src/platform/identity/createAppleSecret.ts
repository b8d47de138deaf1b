import { createPrivateKey } from 'node:crypto'
import { SignJWT } from 'jose'

type AppleKey = {
  readonly issuer: string
  readonly clientId: string
  readonly teamId: string
  readonly keyId: string
  readonly privateKey: string
}

/** Lifetime of the secret: twice as long as it is used. Apple allows half a year. */
const VALID_SECONDS = 2 * 60 * 60

/** Returns the client secret for Apple: a JWT signed with the private key that Apple issued. */
export function createAppleSecret(apple: AppleKey, now: Date): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000)
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: apple.keyId })
    .setIssuer(apple.teamId)
    .setSubject(apple.clientId)
    .setAudience(apple.issuer)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + VALID_SECONDS)
    .sign(createPrivateKey(apple.privateKey))
}
