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
 * The notice an address asks for by `code` (A§2), on every page but those where `code` is a word of an authorisation. Mounted
 * once, outside of the routes: a page that knows no `code` drops it from the address as soon as it is there.
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
