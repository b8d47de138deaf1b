import { SignJWT, errors, jwtVerify } from 'jose'
import { newId } from '#kit/newId.ts'
import { days, minutes, unixSeconds } from '#kit/units.ts'
import type { Ground } from '#platform/ground.ts'
import type { Caller } from '#platform/http/caller.ts'
import { insertSession, readSession, revokeSession, touchSession } from './store.ts'

/** As long as the browser keeps the token (A§9: default lifetime 15 days). */
const SESSION_LIFE = days(15)
const ISSUER = 'earshot'
const AUDIENCE = 'web'
const TYPE = 'at+jwt'

/** Begins a session and answers its token: ES256, numeric `exp` in seconds (A§5). */
export async function beginSession(
  ground: Ground,
  userId: string,
  { loginType, userAgent }: { loginType: string; userAgent: string },
): Promise<string> {
  const now = ground.clock.now()
  const expires = new Date(now.getTime() + SESSION_LIFE)
  const sessionId = newId(now)
  await insertSession(ground, {
    user_id: userId,
    session_id: sessionId,
    login_type: loginType,
    user_agent: userAgent.slice(0, 400),
    created_at: now,
    last_seen_at: now,
    expires_at: expires,
    revoked_at: null,
  })
  const { key, kid } = ground.secrets.signing
  return new SignJWT({ sid: sessionId, client_id: 'web' })
    .setProtectedHeader({ alg: 'ES256', typ: TYPE, kid })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(userId)
    .setJti(newId(now))
    .setIssuedAt(unixSeconds(now))
    .setExpirationTime(unixSeconds(expires))
    .sign(key)
}

/** Ends a session for everyone who holds its token; live channels it has open look at it again at once. */
export async function endSession(ground: Ground, { userId, sessionId }: Caller): Promise<void> {
  await ground.inOneStep(async (step) => {
    await revokeSession(step, userId, sessionId)
    await step.live.tell({ userId, topic: 'session', id: '' })
  })
}

/** The caller a token stands for, or null: wrong in any way, expired, signed out. The row is asked on every request. */
export async function callerOfToken(ground: Ground, token: string): Promise<Caller | null> {
  const claims = await verified(ground, token)
  if (!claims) return null
  const row = await readSession(ground, claims.userId, claims.sessionId)
  const now = ground.clock.now()
  if (!row || row.revoked_at || row.expires_at <= now) return null
  if (now.getTime() - row.last_seen_at.getTime() > minutes(5)) await touchSession(ground, row)
  return claims
}

async function verified(ground: Ground, token: string): Promise<Caller | null> {
  try {
    const { payload } = await jwtVerify(token, ground.secrets.signing.publicKey, {
      algorithms: ['ES256'],
      issuer: ISSUER,
      audience: AUDIENCE,
      typ: TYPE,
      requiredClaims: ['sub', 'sid', 'exp', 'iat'],
      currentDate: ground.clock.now(),
    })
    return typeof payload['sid'] === 'string' && payload.sub ? { userId: payload.sub, sessionId: payload['sid'] } : null
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}
