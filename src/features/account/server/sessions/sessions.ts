import { SignJWT, errors, jwtVerify } from 'jose'
import { newId } from '#shared/newId.ts'
import { type Millis, days, minutes, unixSeconds } from '#shared/units.ts'
import type { LinkBinding } from '#platform/blobs/blobs.ts'
import type { AppContext } from '#platform/context.ts'
import type { Caller } from '#platform/http/caller.ts'
import { networkOf } from '#platform/limits/limits.ts'
import { NotSignedIn } from '#platform/http/errors.ts'
import { FRESH_SESSION_DURATION, SESSION_MAX_DAYS, SESSION_DAYS } from '../../rules.ts'
import {
  type SessionRow,
  insertSession,
  lockAccount,
  lockSession,
  markSessionReauthenticated,
  readSession,
  revokeSession,
  revokeSessions,
  touchSession,
} from '../store.ts'
import { sessionTopic } from '../../contract.ts'

const ISSUER = 'earshot'
const AUDIENCE = 'web'
const TYPE = 'at+jwt'

export type NewSession = {
  /** `password`, `code`, or a provider's id. */
  loginType: string
  from: { ip: string; userAgent: string }
  client?: 'web' | 'desktop'
  desktopUuid?: string
  /** The session that the new one replaces. The new one keeps its start and so the maximum lifetime of 90 days. */
  replaces?: Pick<SessionRow, 'started_at' | 'reauthenticated_at'>
}

/** Creates a session and returns its access token: a JWT with ES256 and a numeric `exp` in seconds (A§5). */
export const createSession = async (ctx: AppContext, userId: string, newSession: NewSession): Promise<string> =>
  (await startSession(ctx, userId, newSession)).token

async function startSession(
  ctx: AppContext,
  userId: string,
  newSession: NewSession,
): Promise<{ token: string; sessionId: string }> {
  const now = ctx.clock.now()
  const startedAt = newSession.replaces?.started_at ?? now
  const expiresAt = new Date(Math.min(now.getTime() + days(SESSION_DAYS), startedAt.getTime() + days(SESSION_MAX_DAYS)))
  const sessionId = newId(now)
  await insertSession(ctx, {
    user_id: userId,
    session_id: sessionId,
    login_type: newSession.loginType,
    client: newSession.client ?? 'web',
    desktop_uuid: newSession.desktopUuid ?? null,
    network: networkOf(newSession.from.ip),
    user_agent: newSession.from.userAgent.slice(0, 400),
    started_at: startedAt,
    reauthenticated_at: newSession.replaces?.reauthenticated_at ?? now,
    created_at: now,
    last_seen_at: now,
    expires_at: expiresAt,
    revoked_at: null,
  })
  const { key, kid } = ctx.secrets.signing
  const token = await new SignJWT({ sid: sessionId, client_id: newSession.client ?? 'web' })
    .setProtectedHeader({ alg: 'ES256', typ: TYPE, kid })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(userId)
    .setJti(newId(now))
    .setIssuedAt(unixSeconds(now))
    .setExpirationTime(unixSeconds(expiresAt))
    .sign(key)
  return { token, sessionId }
}

/**
 * Ends a session, so that its token is refused and its live connections check it immediately. Returns false when the session has
 * already ended or does not belong to the user.
 */
export async function endSession(ctx: AppContext, { userId, sessionId }: Caller): Promise<boolean> {
  return ctx.transaction(async (tx) => {
    const ended = await revokeSession(tx, userId, sessionId)
    if (ended) await tx.live.publish(sessionTopic, { userId })
    return ended
  })
}

/** Ends every session of a user except `keepSessionId`, or all of them with `null`. */
export async function endOtherSessions(tx: AppContext, userId: string, keepSessionId: string | null): Promise<void> {
  // Transactions that change several sessions wait for each other here. Otherwise they could deadlock on the session rows.
  await lockAccount(tx, userId)
  await revokeSessions(tx, userId, keepSessionId)
  await tx.live.publish(sessionTopic, { userId })
}

/** True if the user authenticated in this session within the last ten minutes. */
export async function isFresh(ctx: AppContext, { userId, sessionId }: Caller): Promise<boolean> {
  const row = await readSession(ctx, userId, sessionId)
  return row !== undefined && isWithinDuration(ctx, row.reauthenticated_at, FRESH_SESSION_DURATION)
}

/** Records that the user of the session has just reauthenticated. */
export const markReauthenticated = (ctx: AppContext, { userId, sessionId }: Caller): Promise<void> =>
  markSessionReauthenticated(ctx, userId, sessionId)

/**
 * Replaces the caller's session by a new one with the same sign-in method, client and start. The old token is then refused. Throws
 * NotSignedIn when the session has ended in the meantime.
 */
export async function rotateSession(
  ctx: AppContext,
  { userId, sessionId }: Caller,
  from: NewSession['from'],
  { reauthenticated = false }: { reauthenticated?: boolean } = {},
): Promise<{ token: string; loginType: string; sessionId: string }> {
  return ctx.transaction(async (tx) => {
    await lockAccount(tx, userId)
    const row = await lockSession(tx, userId, sessionId)
    if (!row || row.revoked_at) throw new NotSignedIn('token invalid or expired')
    await endSession(tx, { userId, sessionId })
    const newSession = await startSession(tx, userId, {
      loginType: row.login_type,
      from,
      client: row.client,
      ...(row.desktop_uuid !== null && { desktopUuid: row.desktop_uuid }),
      replaces: { started_at: row.started_at, reauthenticated_at: reauthenticated ? tx.clock.now() : row.reauthenticated_at },
    })
    return { ...newSession, loginType: row.login_type }
  })
}

/** Returns the caller of an access token, or null if it is invalid or its session has ended. Always reads the session row. */
export async function authenticateToken(ctx: AppContext, token: string): Promise<Caller | null> {
  const claims = await verifyToken(ctx, token)
  if (!claims) return null
  const row = await readActiveSession(ctx, claims)
  if (!row) return null
  if (!isWithinDuration(ctx, row.last_seen_at, minutes(5))) await touchSession(ctx, row)
  return claims
}

/** True if `time` is less than `duration` before or after now. It can be in the future after the clock was set back. */
const isWithinDuration = (ctx: AppContext, time: Date, duration: Millis): boolean =>
  Math.abs(ctx.clock.now().getTime() - time.getTime()) < duration

/** True while the session is neither expired nor ended. Used for links that were created in the session. */
export const isSessionActive = async (ctx: AppContext, caller: Caller): Promise<boolean> =>
  (await readActiveSession(ctx, caller)) !== null

/** The binding of a signed audio link to the session that requested it. The link expires with the session. */
export const sessionBinding = ({ userId, sessionId }: Caller): LinkBinding => `session:${userId}/${sessionId}`

/** Returns whether the session that a link is bound to is active; `boundTo` is the part after `session:`. */
export async function isLinkAlive(ctx: AppContext, boundTo: string): Promise<boolean> {
  const [userId = '', sessionId = ''] = boundTo.split('/')
  return isSessionActive(ctx, { userId, sessionId })
}

async function readActiveSession(ctx: AppContext, { userId, sessionId }: Caller): Promise<SessionRow | null> {
  const row = await readSession(ctx, userId, sessionId)
  return row && !row.revoked_at && row.expires_at > ctx.clock.now() ? row : null
}

async function verifyToken(ctx: AppContext, token: string): Promise<Caller | null> {
  try {
    const { payload } = await jwtVerify(token, ctx.secrets.signing.publicKey, {
      algorithms: ['ES256'],
      issuer: ISSUER,
      audience: AUDIENCE,
      typ: TYPE,
      requiredClaims: ['sub', 'sid', 'exp', 'iat'],
      currentDate: ctx.clock.now(),
    })
    return typeof payload['sid'] === 'string' && payload.sub ? { userId: payload.sub, sessionId: payload['sid'] } : null
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}
