import { useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '#shared/client.ts'
import { send } from '#browser/http/send.ts'
import {
  accountContract,
  codesContract,
  desktopContract,
  invitationsContract,
  privacyContract,
  reauthenticationContract,
  sessionsContract,
  ssoContract,
} from '../contract.ts'

/** The API clients of this feature. */
export const account = client('account', accountContract, send)
export const codes = client('codes', codesContract, send)
export const desktop = client('desktop', desktopContract, send)
export const invitations = client('invitations', invitationsContract, send)
export const privacy = client('privacy', privacyContract, send)
export const reauthentication = client('proof', reauthenticationContract, send)
export const sessions = client('sessions', sessionsContract, send)
export const sso = client('sso', ssoContract, send)

/** The sign-in methods of the user. */
export const useSignInMethods = (enabled = true) =>
  useQuery({ queryKey: sso.list.key({}), queryFn: ({ signal }) => sso.list({}, { signal }), select: ({ data }) => data, enabled })

/** The settings of this server, for example its providers and whether users can invite others. */
export const useInstance = () =>
  useQuery({
    queryKey: account.instance.key({ query: {} }),
    queryFn: ({ signal }) => account.instance({ query: {} }, { signal }),
    select: ({ data }) => data,
  })

export const useSessions = () =>
  useQuery({
    queryKey: sessions.list.key({}),
    queryFn: ({ signal }) => sessions.list({}, { signal }),
    select: ({ data }) => data,
  })

export const useInvitations = () =>
  useQuery({
    queryKey: invitations.list.key({}),
    queryFn: ({ signal }) => invitations.list({}, { signal }),
    select: ({ data }) => data,
  })

export const useConsent = () =>
  useQuery({
    queryKey: privacy.country.key({}),
    queryFn: ({ signal }) => privacy.country({}, { signal }),
    select: ({ data }) => data,
  })

/** Returns a function that invalidates the query of a call after a change. */
export function useInvalidate() {
  const queries = useQueryClient()
  return (call: { key: () => readonly unknown[] }) => queries.invalidateQueries({ queryKey: call.key() })
}
