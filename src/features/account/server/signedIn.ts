import { isRelayAddress } from '../rules.ts'

/** What every way in answers: the token, and what the page remembers of the sign-in (A§4). */
export const signedInReply = (account: { email: string }, token: string, loginType: string, isNew: boolean) => ({
  data: {
    access_token: token,
    token_type: 'bearer' as const,
    login_type: loginType,
    account: isRelayAddress(account.email) ? '' : account.email,
    is_new_user: isNew,
  },
})
