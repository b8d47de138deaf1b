import { z } from 'zod'
import { route } from '#kit/contract.ts'

/** At least this many characters make a password. */
export const PASSWORD_MIN = 8

const email = z.string().trim().toLowerCase().max(254).pipe(z.email('Login_email_invalid'))
const password = z.string().min(PASSWORD_MIN, 'Login_password_short').max(1024, 'Login_password_long')
const signedIn = z.object({ data: z.object({ access_token: z.string(), token_type: z.literal('bearer') }) })

const tooManyTries = { status: -429, says: 'Login_too_many_tries' } as const

export const accountContract = {
  signUp: route({
    method: 'POST',
    path: '/auth/password/sign-up',
    access: 'public',
    summary: 'Make an account with e-mail and password; the first one of an instance on loopback needs no token',
    body: z.object({ email, password, setup_token: z.string().max(200).optional() }),
    reply: signedIn,
    refusals: {
      notOpen: { status: -403, says: 'Login_sign_up_closed' },
      emailTaken: { status: -2, says: 'Login_email_taken' },
    },
  }),
  signIn: route({
    method: 'POST',
    path: '/auth/password/sign-in',
    access: 'public',
    summary: 'Sign in with e-mail and password',
    body: z.object({ email: z.string().trim().toLowerCase().max(254), password: z.string().max(1024) }),
    reply: signedIn,
    refusals: { wrong: { status: -2, says: 'Login_wrong' }, tooManyTries },
  }),
  signOut: route({
    method: 'POST',
    path: '/auth/access-token-logout',
    access: 'signed-in',
    summary: 'End this session',
    reply: z.object({}),
  }),
  /** What the sign-in page needs to know before anyone is signed in. */
  instance: route({
    method: 'GET',
    path: '/auth/instance',
    access: 'public',
    summary: 'Whether this server still waits for its first account and whether the caller may make one',
    reply: z.object({ data: z.object({ has_accounts: z.boolean(), may_sign_up: z.boolean() }) }),
  }),
  me: route({
    method: 'GET',
    path: '/auth/me',
    access: 'signed-in',
    summary: 'Who is signed in, and whether speech on this server is scripted, for tests, so that the page says so',
    reply: z.object({
      data: z.object({ id: z.string(), email: z.string(), nickname: z.string(), scripted_speech: z.boolean() }),
    }),
  }),
} as const
