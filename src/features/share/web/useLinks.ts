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
const shownAtOnce = ({ password: _, revoked: _revoked, ...shown }: ShareChange): Partial<ShareLink> =>
  Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined)) as Partial<ShareLink>

/** Returns what changes the links to a recording. A change is shown at once and taken back when it is refused. */
export function useLinkChanges(fileId: string) {
  const t = useTranslations('share')
  const toast = useToast()
  const showFailure = useFailureToast()
  const queries = useQueryClient()
  const key = shares.links.key(inputOf(fileId))
  const update = (change: (links: ShareLink[]) => ShareLink[]) =>
    queries.setQueryData<LinksReply>(
      key,
      (reply) => reply && { ...reply, data: { ...reply.data, links: change(reply.data.links) } },
    )
  const show = (link: ShareLink) => update((links) => links.map((each) => (each.link_id === link.link_id ? link : each)))
  const fail = (message: string, error: unknown) => {
    const reason = isRefused(error, shares.change, 'clipOutside')
      ? t('refused_clip')
      : isRefused(error, shares.change, 'expiresInPast')
        ? t('refused_expired')
        : isRefused(error, shares.create, 'tooMany')
          ? t('refused_too_many')
          : message
    showFailure(reason, error)
  }
  const reload = () => queries.invalidateQueries({ queryKey: key })

  const create = useMutation({
    mutationFn: () => shares.create({ ...inputOf(fileId), body: {} }),
    onSuccess: ({ data }) => update((links) => [...links, data]),
    onError: (error) => fail(t('create_failed'), error),
  })
  const change = useMutation({
    // One after another, so that the last change wins.
    scope: { id: `share ${fileId}` },
    mutationFn: ({ linkId, body }: { linkId: string; body: ShareChange }) => shares.change({ params: { link_id: linkId }, body }),
    onMutate: ({ linkId, body }) =>
      update((links) => links.map((each) => (each.link_id === linkId ? { ...each, ...shownAtOnce(body) } : each))),
    onSuccess: ({ data }) => show(data),
    onError: (error) => {
      fail(t('change_failed'), error)
      void reload()
    },
  })
  const renew = useMutation({
    mutationFn: (linkId: string) => shares.renew({ params: { link_id: linkId } }),
    onSuccess: ({ data }) => {
      show(data)
      toast.show(t('renewed'))
    },
    onError: (error) => fail(t('change_failed'), error),
  })
  const remove = useMutation({
    mutationFn: (linkId: string) => shares.remove({ params: { link_id: linkId } }),
    onSuccess: (_, linkId) => update((links) => links.filter(({ link_id }) => link_id !== linkId)),
    onError: (error) => fail(t('change_failed'), error),
  })
  const revoke = (linkId: string) =>
    change.mutate(
      { linkId, body: { revoked: true } },
      {
        onSuccess: () =>
          toast.show(t('revoked'), {
            action: { label: t('undo'), run: () => change.mutate({ linkId, body: { revoked: false } }) },
          }),
      },
    )
  return { create, change, renew, remove, revoke }
}

export type LinkChanges = ReturnType<typeof useLinkChanges>
