import { client } from '#shared/client.ts'
import { send } from '#browser/http/send.ts'
import {
  accountContract,
  codesContract,
  invitationsContract,
  privacyContract,
  reauthenticationContract,
  sessionsContract,
  ssoContract,
} from '../../contract.ts'

/** Clients of the account routes that the settings use. */
export const account = client('account', accountContract, send)
export const codes = client('codes', codesContract, send)
export const sso = client('sso', ssoContract, send)
export const reauthentication = client('proof', reauthenticationContract, send)
export const sessions = client('sessions', sessionsContract, send)
export const invitations = client('invitations', invitationsContract, send)
export const privacy = client('privacy', privacyContract, send)
