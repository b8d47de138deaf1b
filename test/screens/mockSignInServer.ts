import { MockError, handle, mockServer } from './mockServer.ts'
import { accountContract, codesContract, ssoContract } from '#features/account/contract.ts'
import type { Reply } from '#shared/contract.ts'

type Instance = Reply<typeof accountContract.instance>['data']

export type SignInState = {
  /** Email address to password. */
  accounts?: Record<string, string>
  signUp?: Instance['sign_up']
  setupToken?: string
  invitation?: string
  codes?: Instance['codes']
  providers?: Instance['providers']
  /** Password attempts left before 429. */
  passwordTries?: number
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
export function mockSignInServer(options: SignInState = {}) {
  const accounts = new Map(Object.entries(options.accounts ?? {}))
  const requestBodies: Record<string, unknown>[] = []
  const codeRecipients: string[] = []
  let [triesLeft, ticket] = [options.passwordTries ?? 99, TICKET]
  const refuse = ({ status, message }: { status: number; message: string }): never => {
    throw new MockError(status, message)
  }
  const sessionReply = (account: string, login_type: string, is_new_user = false) => ({
    data: {
      access_token: `token of ${account}`,
      token_type: 'bearer' as const,
      login_type,
      account,
      is_new_user,
      device_token: `device of ${account}`,
    },
  })
  const isSignUpAllowed = (setup?: string, invitation?: string): boolean =>
    accounts.size === 0
      ? options.setupToken === undefined || setup === options.setupToken
      : options.signUp === 'open' || (options.invitation !== undefined && invitation === options.invitation)
  const handlers = [
    handle(accountContract.instance, ({ query }) => ({
      data: {
        has_accounts: accounts.size > 0,
        may_sign_up: isSignUpAllowed(query.setup, query.invitation),
        sign_up: options.signUp ?? 'closed',
        codes: options.codes ?? 'mail',
        providers: options.providers ?? [],
        privacy_version: '1',
      },
    })),
    handle(accountContract.signIn, ({ body }) => {
      requestBodies.push(body)
      if (--triesLeft < 0) throw new MockError(429, 'Login_too_many_tries', { 'retry-after': '90' })
      return accounts.get(body.email) === body.password
        ? sessionReply(body.email, 'password')
        : refuse(accountContract.signIn.refusals.wrong)
    }),
    handle(accountContract.signUp, ({ body }) => {
      requestBodies.push(body)
      if (!isSignUpAllowed(body.setup_token, body.invitation)) refuse(accountContract.signUp.refusals.signUpClosed)
      if (accounts.has(body.email)) refuse(accountContract.signUp.refusals.emailTaken)
      if (body.password === 'password') refuse(accountContract.signUp.refusals.weak)
      accounts.set(body.email, body.password)
      return sessionReply(body.email, 'password', true)
    }),
    handle(codesContract.send, ({ body }) => {
      requestBodies.push(body)
      if (codeRecipients.push(body.username) > 3) throw new MockError(429, '', { 'retry-after': '90' })
      return { token: `code ${codeRecipients.length}`, data: { delivered: options.codes ?? 'mail' } }
    }),
    handle(codesContract.signIn, ({ body }) => {
      requestBodies.push(body)
      if (body.code !== CODE || body.token !== `code ${codeRecipients.length}`) refuse(codesContract.signIn.refusals.wrongCode)
      return { data: { ...sessionReply(codeRecipients.at(-1) ?? '', 'code').data, has_password: false } }
    }),
    handle(ssoContract.redeem, ({ body }) => {
      if (body.ticket !== ticket) refuse(ssoContract.redeem.refusals.ticketExpired)
      ticket = ''
      return sessionReply('lena@example.org', 'google')
    }),
  ]
  return { ...mockServer(handlers), requestBodies, accounts }
}
