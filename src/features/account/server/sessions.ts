import { SignJWT, errors, jwtVerify } from 'jose'
import { newId } from '#kit/newId.ts'
import { type Millis, days, minutes, unixSeconds } from '#kit/units.ts'
import type { LinkBinding } from '#platform/blobs/blobs.ts'
import type { Ground } from '#platform/ground.ts'
import type { Caller } from '#platform/http/caller.ts'
import { addressPrefix } from '#platform/limits/addressPrefix.ts'
import { NotSignedIn } from '#platform/http/failures.ts'
import { FRESH_FOR, SESSION_CHAIN_DAYS, SESSION_DAYS } from '../rules.ts'
import {
  type SessionRow,
  insertSession,
  lockAccount,
  lockSession,
  proveSession,
  readSession,
  revokeSession,
  revokeSessions,
  touchSession,
} from './store.ts'

const ISSUER = 'earshot'
const AUDIENCE = 'web'
const TYPE = 'at+jwt'

export type Begun = {
  /** `password`, `code`, or a provider's id. */
  loginType: string
  from: { ip: string; userAgent: string }
  client?: 'web' | 'desktop'
  desktopUuid?: string
  /** The session that the new one replaces. The new one keeps its start and so the maximum lifetime of 90 days. */
  after?: Pick<SessionRow, 'started_at' | 'proved_at'>
}

/** Creates a session and returns its access token: a JWT with ES256 and a numeric `exp` in seconds (A§5). */
export const beginSession = async (ground: Ground, userId: string, begun: Begun): Promise<string> =>
  (await begin(ground, userId, begun)).token

async function begin(ground: Ground, userId: string, begun: Begun): Promise<{ token: string; sessionId: string }> {
  const now = ground.clock.now()
  const startedAt = begun.after?.started_at ?? now
  const expires = new Date(Math.min(now.getTime() + days(SESSION_DAYS), startedAt.getTime() + days(SESSION_CHAIN_DAYS)))
  const sessionId = newId(now)
  await insertSession(ground, {
    user_id: userId,
    session_id: sessionId,
    login_type: begun.loginType,
    client: begun.client ?? 'web',
    desktop_uuid: begun.desktopUuid ?? null,
    network: addressPrefix(begun.from.ip),
    user_agent: begun.from.userAgent.slice(0, 400),
    started_at: startedAt,
    proved_at: begun.after?.proved_at ?? now,
    created_at: now,
    last_seen_at: now,
    expires_at: expires,
    revoked_at: null,
  })
  const { key, kid } = ground.secrets.signing
  const token = await new SignJWT({ sid: sessionId, client_id: begun.client ?? 'web' })
    .setProtectedHeader({ alg: 'ES256', typ: TYPE, kid })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(userId)
    .setJti(newId(now))
    .setIssuedAt(unixSeconds(now))
    .setExpirationTime(unixSeconds(expires))
    .sign(key)
  return { token, sessionId }
}

/**
 * Ends a session, so that its token is refused and its live connections check it again at once. Returns false when the session
 * has already ended or does not belong to the user.
 */
export async function endSession(ground: Ground, { userId, sessionId }: Caller): Promise<boolean> {
  return ground.inOneStep(async (step) => {
    const ended = await revokeSession(step, userId, sessionId)
    if (ended) await step.live.tell({ userId, topic: 'session', id: '' })
    return ended
  })
}

/** Ends every session of a user except `keepSessionId`, or all of them with `null`. */
export async function endOtherSessions(step: Ground, userId: string, keepSessionId: string | null): Promise<void> {
  // Transactions that change several sessions wait for each other here. Otherwise they could deadlock on the session rows.
  await lockAccount(step, userId)
  await revokeSessions(step, userId, keepSessionId)
  await step.live.tell({ userId, topic: 'session', id: '' })
}

/** True if the user authenticated in this session within the last ten minutes. */
export async function isFresh(ground: Ground, { userId, sessionId }: Caller): Promise<boolean> {
  const row = await readSession(ground, userId, sessionId)
  return row !== undefined && isWithin(ground, row.proved_at, FRESH_FOR)
}

/** Records that the user of the session has just reauthenticated. */
export const prove = (ground: Ground, { userId, sessionId }: Caller): Promise<void> => proveSession(ground, userId, sessionId)

/**
 * Replaces the caller's session by a new one with the same sign-in method, client and start. The old token is refused from then
 * on. Throws NotSignedIn when the session has ended in the meantime.
 */
export async function rotate(
  ground: Ground,
  { userId, sessionId }: Caller,
  from: Begun['from'],
  { proved = false }: { proved?: boolean } = {},
): Promise<{ token: string; loginType: string; sessionId: string }> {
  return ground.inOneStep(async (step) => {
    await lockAccount(step, userId)
    const row = await lockSession(step, userId, sessionId)
    if (!row || row.revoked_at) throw new NotSignedIn('token invalid or expired')
    await endSession(step, { userId, sessionId })
    const begun = await begin(step, userId, {
      loginType: row.login_type,
      from,
      client: row.client,
      ...(row.desktop_uuid !== null && { desktopUuid: row.desktop_uuid }),
      after: { started_at: row.started_at, proved_at: proved ? step.clock.now() : row.proved_at },
    })
    return { ...begun, loginType: row.login_type }
  })
}

/** Returns the caller of an access token, or null if it is invalid or its session has ended. Always reads the session row. */
export async function callerOfToken(ground: Ground, token: string): Promise<Caller | null> {
  const claims = await verified(ground, token)
  if (!claims) return null
  const row = await countingSession(ground, claims)
  if (!row) return null
  if (!isWithin(ground, row.last_seen_at, minutes(5))) await touchSession(ground, row)
  return claims
}

/** True if `time` is less than `duration` before or after now. It can be in the future after the clock was set back. */
const isWithin = (ground: Ground, at: Date, span: Millis): boolean => Math.abs(ground.clock.now().getTime() - at.getTime()) < span

/** True while the session is neither expired nor ended. Used for links that were created in the session. */
export const isSignedIn = async (ground: Ground, caller: Caller): Promise<boolean> =>
  (await countingSession(ground, caller)) !== null

const LINKS = 'session'

/** The binding of a signed audio link to the session that requested it. The link expires with the session. */
export const sessionBinding = ({ userId, sessionId }: Caller): LinkBinding => `${LINKS}:${userId}/${sessionId}`

/** Makes every process refuse links bound to a session as soon as the session has ended. */
export function bindLinksToSessions(ground: Ground): void {
  ground.blobs.bindLinks(LINKS, async (id) => {
    const [userId = '', sessionId = ''] = id.split('/')
    return isSignedIn(ground, { userId, sessionId })
  })
}

async function countingSession(ground: Ground, { userId, sessionId }: Caller): Promise<SessionRow | null> {
  const row = await readSession(ground, userId, sessionId)
  return row && !row.revoked_at && row.expires_at > ground.clock.now() ? row : null
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
