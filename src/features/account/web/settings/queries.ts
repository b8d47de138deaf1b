import { useQuery, useQueryClient } from '@tanstack/react-query'
import { account, invitations, privacy, sessions, sso } from './calls.ts'

/** The caller's ways in. */
export const useWays = (enabled = true) =>
  useQuery({ queryKey: sso.list.key({}), queryFn: ({ signal }) => sso.list({}, { signal }), select: ({ data }) => data, enabled })

/** Which providers this server knows, and who may let others in. */
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

/** Asks again after something of it was changed. */
export function useReread() {
  const queries = useQueryClient()
  return (call: { key: () => readonly unknown[] }) => queries.invalidateQueries({ queryKey: call.key() })
}
