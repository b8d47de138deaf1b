import { useQuery, useQueryClient } from '@tanstack/react-query'
import { minutes } from '#shared/units.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useAction } from '#ui/action/useAction.ts'
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

/**
 * Returns what changes the links to a recording. A change is shown at once and taken back when it is refused. `onCreated` is
 * called with a new link.
 */
export function useLinkChanges(fileId: string, onCreated: (link: ShareLink) => void) {
  const t = useTranslations('share')
  const { update, merge, reload } = useShownLinks(fileId)
  const texts = { clipOutside: t('refused_clip'), expiresInPast: t('refused_expired') }
  const create = useAction(() => shares.create({ ...inputOf(fileId), body: {} }), {
    failure: t('create_failed'),
    calls: [shares.create],
    refusals: { ...texts, tooMany: t('refused_too_many') },
    onSuccess: ({ data }) => {
      update((links) => [...links, data])
      onCreated(data)
    },
  })
  const change = useAction(
    ({ linkId, body }: { linkId: string; body: ShareChange }) => shares.change({ params: { link_id: linkId }, body }),
    {
      queue: ['share', fileId],
      failure: t('change_failed'),
      calls: [shares.change],
      refusals: texts,
      optimistic: ({ linkId, body }) => {
        merge(linkId, shownAtOnce(body))
        return reload
      },
      success: (_, { linkId, body: { revoked, password } }) => {
        if (revoked) return { text: t('revoked'), action: { label: t('undo'), run: () => restore(linkId) } }
        return typeof password === 'string' ? t('password_saved') : undefined
      },
      onSuccess: ({ data }) => merge(data.link_id, data),
    },
  )
  const renew = useAction((linkId: string) => shares.renew({ params: { link_id: linkId } }), {
    failure: t('change_failed'),
    success: t('renewed'),
    onSuccess: ({ data }) => merge(data.link_id, data),
  })
  const remove = useAction((linkId: string) => shares.remove({ params: { link_id: linkId } }), {
    failure: t('change_failed'),
    onSuccess: (_, linkId) => update((links) => links.filter(({ link_id }) => link_id !== linkId)),
  })
  const restore = (linkId: string) => void change.run({ linkId, body: { revoked: false } })
  const revoke = (linkId: string) => void change.run({ linkId, body: { revoked: true } })
  return { create, change, renew, remove, revoke, restore }
}

export type LinkChanges = ReturnType<typeof useLinkChanges>
