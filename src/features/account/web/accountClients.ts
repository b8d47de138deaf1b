import { client } from '#shared/client.ts'
import { send } from '#browser/http/send.ts'
import { accountContract, codesContract, desktopContract, sessionsContract, ssoContract } from '../contract.ts'

/** Clients of the account routes that the sign-in page uses. */
export const account = client('account', accountContract, send)
export const codes = client('codes', codesContract, send)
export const sso = client('sso', ssoContract, send)
export const sessions = client('sessions', sessionsContract, send)
export const desktop = client('desktop', desktopContract, send)
