import type { RouterHistory } from '@tanstack/react-router'
import { useState, useSyncExternalStore } from 'react'
import { withNamespace } from '#browser/i18n/i18n.ts'
import { QueuedDialog } from '#ui/dialog/dialogQueue.tsx'
import { lazyDialog } from '#ui/dialog/Dialog.tsx'
import type { UrlNoticeDialogProps } from './UrlNoticeDialog.tsx'
import { getNoticeQuery, removeNoticeQuery } from '#browser/page/noticeQuery.ts'

const LazyUrlNoticeDialog = lazyDialog<UrlNoticeDialogProps>(
  withNamespace('site', async () => (await import('./UrlNoticeDialog.tsx')).UrlNoticeDialog),
  { isSilent: true },
)

/**
 * Shows the notice that a URL requests by `code` (A§2), except on pages where `code` belongs to an authorization. Must be
 * rendered outside of the routes: a route that does not know `code` removes it from the URL immediately.
 */
export function UrlNoticePrompt({ history }: { history: RouterHistory }) {
  const href = useSyncExternalStore(history.subscribe, () => history.location.href)
  const requestedQuery = getNoticeQuery(href)
  const [query, setQuery] = useState(requestedQuery)
  if (requestedQuery !== undefined && requestedQuery !== query) setQuery(requestedQuery)
  const removeQuery = () => {
    const { href: currentHref, state } = history.location
    if (getNoticeQuery(currentHref) !== undefined) history.replace(removeNoticeQuery(currentHref), state)
  }
  const close = () => {
    removeQuery()
    setQuery(undefined)
  }
  const isOpen = query !== undefined
  return (
    <QueuedDialog priority="notice" open={isOpen}>
      {isOpen && <LazyUrlNoticeDialog key={query} open query={query} onShown={removeQuery} onClose={close} />}
    </QueuedDialog>
  )
}
