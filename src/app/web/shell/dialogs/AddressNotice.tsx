import type { RouterHistory } from '@tanstack/react-router'
import { useState, useSyncExternalStore } from 'react'
import type { AddressNoticeProps } from './AddressNoticeScreen.tsx'
import { comingDialog } from './comingDialog.tsx'
import { noticeQuery, withoutNotice } from './noticeAddress.ts'

const AddressNoticeDialog = comingDialog<AddressNoticeProps>(
  'address_notice',
  async () => (await import('./AddressNoticeScreen.tsx')).AddressNoticeScreen,
)

/**
 * Shows the notice that a URL requests by `code` (A§2), except on pages where `code` belongs to an authorization. Must be
 * rendered outside of the routes: a route that does not know `code` removes it from the URL immediately.
 */
export function AddressNotice({ history }: { history: RouterHistory }) {
  const href = useSyncExternalStore(history.subscribe, () => history.location.href)
  const asked = noticeQuery(href)
  const [query, setQuery] = useState(asked)
  if (asked !== undefined && asked !== query) setQuery(asked)
  const clean = () => {
    const { href: now, state } = history.location
    if (noticeQuery(now) !== undefined) history.replace(withoutNotice(now), state)
  }
  const close = () => {
    clean()
    setQuery(undefined)
  }
  return <AddressNoticeDialog key={query} wants={query !== undefined} query={query ?? ''} onShown={clean} onClose={close} />
}
