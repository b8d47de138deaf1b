import type { RouterHistory } from '@tanstack/react-router'
import { useState, useSyncExternalStore } from 'react'
import type { UrlNoticeDialogProps } from './UrlNoticeDialog.tsx'
import { lazyAutomaticDialog } from '../lazyAutomaticDialog.tsx'
import { getNoticeQuery, removeNoticeQuery } from './noticeQuery.ts'

const LazyUrlNoticeDialog = lazyAutomaticDialog<UrlNoticeDialogProps>(
  'address_notice',
  async () => (await import('./UrlNoticeDialog.tsx')).UrlNoticeDialog,
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
  return <LazyUrlNoticeDialog key={query} isDue={query !== undefined} query={query ?? ''} onShown={removeQuery} onClose={close} />
}
