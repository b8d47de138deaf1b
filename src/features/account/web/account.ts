import { client } from '#kit/client.ts'
import { send } from '#ui/send.ts'
import { accountContract, codesContract, desktopContract, sessionsContract, ssoContract } from '../contract.ts'

/** The account's calls, as the browser makes them. */
export const account = client('account', accountContract, send)
export const codes = client('codes', codesContract, send)
export const sso = client('sso', ssoContract, send)
export const sessions = client('sessions', sessionsContract, send)
export const desktop = client('desktop', desktopContract, send)
