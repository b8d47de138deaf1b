import { Says, on, serveInMemory } from './serveInMemory.ts'
import { accountContract, codesContract, ssoContract } from '#features/account/contract.ts'
import type { Reply } from '#kit/contract.ts'

type Instance = Reply<typeof accountContract.instance>['data']

export type SignInWorld = {
  /** Email address to password. */
  accounts?: Record<string, string>
  signUp?: Instance['sign_up']
  setupToken?: string
  invitation?: string
  codes?: Instance['codes']
  providers?: Instance['providers']
  /** Password attempts left before 429. */
  tries?: number
}

/** The only code this server sends. */
export const CODE = '123456'
export const TICKET = 'ticket-1'
export const PROVIDERS: Instance['providers'] = [
  { id: 'google', name: 'Google', kind: 'google' },
  { id: 'apple', name: 'Apple', kind: 'apple' },
  { id: 'microsoft', name: 'Microsoft', kind: 'microsoft' },
  { id: 'house', name: 'House', kind: 'oidc' },
]

/** A mock server with every sign-in method, typed by the contracts. Reset with `vi.unstubAllGlobals()`. */
export function signInServer(options: SignInWorld = {}) {
  const accounts = new Map(Object.entries(options.accounts ?? {}))
  const told: Record<string, unknown>[] = []
  const letters: string[] = []
  let [tries, ticket] = [options.tries ?? 99, TICKET]
  const refuse = ({ status, says }: { status: number; says: string }): never => {
    throw new Says(status, says)
  }
  const signedIn = (account: string, login_type: string, is_new_user = false) => ({
    data: {
      access_token: `token of ${account}`,
      token_type: 'bearer' as const,
      login_type,
      account,
      is_new_user,
      device_token: `device of ${account}`,
    },
  })
  const opens = (setup?: string, invitation?: string): boolean =>
    accounts.size === 0
      ? options.setupToken === undefined || setup === options.setupToken
      : options.signUp === 'open' || (options.invitation !== undefined && invitation === options.invitation)
  const answers = [
    on(accountContract.instance, ({ query }) => ({
      data: {
        has_accounts: accounts.size > 0,
        may_sign_up: opens(query.setup, query.invitation),
        sign_up: options.signUp ?? 'closed',
        codes: options.codes ?? 'mail',
        providers: options.providers ?? [],
        privacy_version: '1',
      },
    })),
    on(accountContract.signIn, ({ body }) => {
      told.push(body)
      if (--tries < 0) throw new Says(429, 'Login_too_many_tries', { 'retry-after': '90' })
      return accounts.get(body.email) === body.password
        ? signedIn(body.email, 'password')
        : refuse(accountContract.signIn.refusals.wrong)
    }),
    on(accountContract.signUp, ({ body }) => {
      told.push(body)
      if (!opens(body.setup_token, body.invitation)) refuse(accountContract.signUp.refusals.notOpen)
      if (accounts.has(body.email)) refuse(accountContract.signUp.refusals.emailTaken)
      if (body.password === 'password') refuse(accountContract.signUp.refusals.weak)
      accounts.set(body.email, body.password)
      return signedIn(body.email, 'password', true)
    }),
    on(codesContract.send, ({ body }) => {
      told.push(body)
      if (letters.push(body.username) > 3) throw new Says(429, '', { 'retry-after': '90' })
      return { token: `code ${letters.length}`, data: { delivered: options.codes ?? 'mail' } }
    }),
    on(codesContract.signIn, ({ body }) => {
      told.push(body)
      if (body.code !== CODE || body.token !== `code ${letters.length}`) refuse(codesContract.signIn.refusals.wrongCode)
      return { data: { ...signedIn(letters.at(-1) ?? '', 'code').data, has_password: false } }
    }),
    on(ssoContract.redeem, ({ body }) => {
      if (body.ticket !== ticket) refuse(ssoContract.redeem.refusals.ticketGone)
      ticket = ''
      return signedIn('lena@example.org', 'google')
    }),
  ]
  return { ...serveInMemory(answers), told, accounts }
}
