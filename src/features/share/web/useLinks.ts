import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { isRefused } from '#shared/client.ts'
import { minutes } from '#shared/units.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useFailureToast } from '#ui/toast/useFailureToast.ts'
import { useToast } from '#ui/toast/useToast.ts'
import type { ShareChange, ShareLink } from '../contract.ts'
import { shares } from './shareClient.ts'

type LinksReply = Awaited<ReturnType<typeof shares.links>>

const inputOf = (fileId: string) => ({ params: { id: fileId } })

/** Addresses of previews are valid for an hour. */
const REFRESH = minutes(30)

/** Returns the links to a recording, and what of it can be shown. */
export function useLinks(fileId: string, { enabled }: { enabled: boolean }) {
  return useQuery({
    queryKey: shares.links.key(inputOf(fileId)),
    queryFn: ({ signal }) => shares.links(inputOf(fileId), { signal }),
    select: ({ data }) => data,
    enabled,
    refetchInterval: REFRESH,
  })
}

/** What is shown of a link before the server has replied. */
function shownAtOnce(change: ShareChange): Partial<ShareLink> {
  const shown = Object.entries(change).filter(([name, value]) => value !== undefined && name !== 'password' && name !== 'revoked')
  return Object.fromEntries(shown) as Partial<ShareLink>
}

/** Returns what changes the links that are shown. */
function useShownLinks(fileId: string) {
  const queries = useQueryClient()
  const queryKey = shares.links.key(inputOf(fileId))
  const update = (change: (links: ShareLink[]) => ShareLink[]) =>
    queries.setQueryData<LinksReply>(
      queryKey,
      (reply) => reply && { ...reply, data: { ...reply.data, links: change(reply.data.links) } },
    )
  const merge = (linkId: string, change: Partial<ShareLink>) =>
    update((links) => links.map((each) => (each.link_id === linkId ? { ...each, ...change } : each)))
  return { update, merge, reload: () => queries.invalidateQueries({ queryKey }) }
}

/** Returns a function that says why a call failed: for the reasons of the contract, otherwise the given message. */
function useShowFailure(): (message: string, error: unknown) => void {
  const t = useTranslations('share')
  const showFailure = useFailureToast()
  return (message, error) => {
    if (isRefused(error, shares.change, 'clipOutside')) showFailure(t('refused_clip'), error)
    else if (isRefused(error, shares.change, 'expiresInPast')) showFailure(t('refused_expired'), error)
    else if (isRefused(error, shares.create, 'tooMany')) showFailure(t('refused_too_many'), error)
    else showFailure(message, error)
  }
}

/** Returns what changes the links to a recording. A change is shown at once and taken back when it is refused. */
export function useLinkChanges(fileId: string) {
  const t = useTranslations('share')
  const toast = useToast()
  const showFailure = useShowFailure()
  const { update, merge, reload } = useShownLinks(fileId)
  const create = useMutation({
    mutationFn: () => shares.create({ ...inputOf(fileId), body: {} }),
    onSuccess: ({ data }) => update((links) => [...links, data]),
    onError: (error) => showFailure(t('create_failed'), error),
  })
  const change = useMutation({
    // One after another, so that the last change wins.
    scope: { id: `share ${fileId}` },
    mutationFn: ({ linkId, body }: { linkId: string; body: ShareChange }) => shares.change({ params: { link_id: linkId }, body }),
    onMutate: ({ linkId, body }) => merge(linkId, shownAtOnce(body)),
    onSuccess: ({ data }) => merge(data.link_id, data),
    onError: (error) => {
      showFailure(t('change_failed'), error)
      void reload()
    },
  })
  const renew = useMutation({
    mutationFn: (linkId: string) => shares.renew({ params: { link_id: linkId } }),
    onSuccess: ({ data }) => {
      merge(data.link_id, data)
      toast.show(t('renewed'))
    },
    onError: (error) => showFailure(t('change_failed'), error),
  })
  const remove = useMutation({
    mutationFn: (linkId: string) => shares.remove({ params: { link_id: linkId } }),
    onSuccess: (_, linkId) => update((links) => links.filter(({ link_id }) => link_id !== linkId)),
    onError: (error) => showFailure(t('change_failed'), error),
  })
  const restore = (linkId: string) => change.mutate({ linkId, body: { revoked: false } })
  const confirmRevoked = (linkId: string) =>
    toast.show(t('revoked'), { action: { label: t('undo'), run: () => restore(linkId) } })
  const revoke = (linkId: string) =>
    change.mutate({ linkId, body: { revoked: true } }, { onSuccess: () => confirmRevoked(linkId) })
  return { create, change, renew, remove, revoke, restore }
}

export type LinkChanges = ReturnType<typeof useLinkChanges>
