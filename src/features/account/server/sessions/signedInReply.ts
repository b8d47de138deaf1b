import type { AppContext } from '#platform/context.ts'
import { isRelayAddress } from '../../rules.ts'
import { createDeviceToken } from './knownDevices.ts'
import type { AccountRow } from '../store.ts'

type Account = Pick<AccountRow, 'user_id' | 'email' | 'password_hash'>
type Session = { token: string; loginType: string; isNew?: boolean }

/** The reply of every sign-in method: the access token, and what the page stores about the sign-in (A§4). */
export const signedInReply = (ctx: AppContext, account: Account, { token, loginType, isNew = false }: Session) => ({
  data: {
    access_token: token,
    token_type: 'bearer' as const,
    login_type: loginType,
    account: isRelayAddress(account.email) ? '' : account.email,
    is_new_user: isNew,
    device_token: createDeviceToken(ctx, account),
  },
})
