import { z } from 'zod/mini'
import { route } from '#shared/contract.ts'
import { minutes } from '#shared/units.ts'

/** The programs that can be connected. */
export const APPS = ['zapier'] as const
const app = z.object({ app: z.enum(APPS) })
const seconds = z.int()
/** The scopes a program can request. */
export const SCOPES = ['profile', 'files:read'] as const

export const integrationsContract = {
  connection: route({
    method: 'GET',
    path: '/auth/apps/:app/connection',
    access: 'signed-in',
    summary: 'Whether an app is connected, its scopes and its last use',
    params: app,
    reply: z.object({
      data: z.object({
        /** False if the operator has not configured the program. */
        is_available: z.boolean(),
        connected: z.boolean(),
        scopes: z.array(z.string()),
        connected_at: z.nullable(seconds),
        last_used_at: z.nullable(seconds),
      }),
    }),
  }),
  authorize: route({
    method: 'GET',
    path: '/auth/apps/:app/authorize',
    access: 'signed-in',
    summary: 'Authorize an app; returns the redirect address with a code (OAuth 2)',
    params: app,
    /** A request is valid with the first three (A§2). */
    query: z.object({
      client_id: z.string().check(z.minLength(1), z.maxLength(200)),
      flag: z.literal('auth'),
      response_type: z.literal('code'),
      /** The registered redirect URI if absent. */
      redirect_uri: z.optional(z.string().check(z.maxLength(2000))),
      state: z.optional(z.string().check(z.maxLength(2000))),
      scope: z.optional(z.string().check(z.maxLength(400))),
      /** PKCE, required of a program without a client secret. */
      code_challenge: z.optional(z.string().check(z.maxLength(200))),
      code_challenge_method: z.optional(z.string().check(z.maxLength(20))),
    }),
    reply: z.object({ data: z.object({ redirect_url: z.string() }) }),
    refusals: {
      /** Unknown client id or redirect URI: the browser is not redirected. */
      notThisProgram: { status: -400, message: 'This app is unknown to this server. Check its client id and redirect URI.' },
      notSetUp: { status: -404, message: 'The administrator of this server has not set up this connection.' },
    },
    limits: [{ per: 'user', max: 20, within: minutes(1) }],
  }),
  disconnect: route({
    method: 'DELETE',
    path: '/auth/apps/:app/connection',
    access: 'signed-in',
    summary: 'Disconnect an app; all its tokens end',
    params: app,
    reply: z.object({}),
  }),
} as const
