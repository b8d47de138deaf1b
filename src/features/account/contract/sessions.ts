import { z } from 'zod/mini'
import { route } from '#shared/contract.ts'
import { minutes } from '#shared/units.ts'
import { id, opaqueToken, seconds, signedIn } from './signIn.ts'

/** Lists and ends sessions (A§7). */
export const sessionsContract = {
  list: route({
    method: 'GET',
    path: '/auth/access-token-list',
    access: 'signed-in',
    summary: "List the caller's active sessions, this one first",
    reply: z.object({
      data: z.array(
        z.object({
          id: z.string(),
          client: z.enum(['web', 'desktop']),
          login_type: z.string(),
          user_agent: z.string(),
          network: z.string(),
          created_at: seconds,
          last_seen_at: seconds,
          expires_at: seconds,
          is_current: z.boolean(),
        }),
      ),
    }),
  }),
  remove: route({
    method: 'POST',
    path: '/auth/access-token-remove',
    access: 'signed-in',
    mayNotExist: true,
    addsData: false,
    summary: 'End one session of the caller',
    body: z.object({ id }),
    reply: z.object({}),
  }),
  signOut: route({
    method: 'POST',
    path: '/auth/access-token-logout',
    access: 'signed-in',
    addsData: false,
    summary: 'End this session, or every session of the caller',
    body: z.optional(z.object({ all: z.optional(z.boolean()) })),
    reply: z.object({}),
  }),
} as const

/** Signs in the desktop program from the web page (A§7). */
export const desktopContract = {
  code: route({
    method: 'GET',
    path: '/auth/access-auth-code',
    access: 'signed-in',
    summary: 'Get a code for the desktop app, valid once for one minute (A§7)',
    query: z.object({ client_id: z.literal('web'), desktop_uuid: opaqueToken }),
    reply: z.object({ data: z.object({ auth_code: z.string(), expires_in: seconds }) }),
    limits: [{ per: 'user', max: 5, within: minutes(1) }],
  }),
  exchange: route({
    method: 'POST',
    path: '/auth/access-token',
    access: 'public',
    summary: 'Exchange the code of the desktop app for a session',
    body: z.object({ auth_code: opaqueToken, desktop_uuid: opaqueToken }),
    reply: signedIn,
    refusals: { wrongCode: { status: -2, message: 'This code is wrong, used or expired. Start again in the desktop app.' } },
    limits: [{ per: 'network', max: 30, within: minutes(1) }],
  }),
} as const
