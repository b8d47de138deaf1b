import { z } from 'zod'
import { route } from '#shared/contract.ts'
import { minutes } from '#shared/units.ts'

/** The programs that can be connected. */
export const APPS = ['zapier'] as const
const app = z.object({ app: z.enum(APPS) })
const seconds = z.number().int()
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
        connected_at: seconds.nullable(),
        last_used_at: seconds.nullable(),
      }),
    }),
  }),
  authorize: route({
    method: 'GET',
    path: '/auth/apps/:app/authorize',
    access: 'signed-in',
    summary: 'Authorize an app; returns the redirect address with a code (OAuth 2, PKCE)',
    params: app,
    query: z.object({
      client_id: z.string().max(200),
      response_type: z.string().max(40),
      redirect_uri: z.string().max(2000),
      state: z.string().max(2000).optional(),
      scope: z.string().max(400).optional(),
      code_challenge: z.string().max(200).optional(),
      code_challenge_method: z.string().max(20).optional(),
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
