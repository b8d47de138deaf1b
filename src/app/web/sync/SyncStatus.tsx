import { createElement, useCallback, useId, useState } from 'react'
import { buttonClass } from '#ui/button/buttonClass.ts'
import { classes } from '#ui/styles/classes.ts'
import { useLazyLoad } from '#browser/loading/useLazyLoad.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useAppLocation } from '../routing/appLocation.ts'
import { useOpenSyncRequest } from './openSyncPopover.ts'
import { StateIcon, useSyncStateText } from './useSyncStateText.tsx'
import { useSync, useSyncAnnouncement } from './useSync.ts'

const loadPopover = async () => (await import('./SyncPopover.tsx')).SyncPopover
const preloadPopover = () => void loadPopover().catch(() => {})

export type SyncStatusProps = {
  /** Shows only the icon. The text becomes the accessible name and the title. */
  narrow?: boolean
  side?: 'top' | 'right' | 'bottom' | 'left'
}

/** Running and failed uploads, conversions and transcriptions (A§2 cloud-sync status). Not shown on /file/ pages (B§2). */
export function SyncStatus(props: SyncStatusProps) {
  return useAppLocation().fileId === undefined ? <SyncButton {...props} /> : null
}

function SyncButton({ narrow = false, side = 'bottom' }: SyncStatusProps) {
  const t = useTranslations('pages')
  const { work, state, files } = useSync()
  const news = useSyncAnnouncement(state)
  const stateText = useSyncStateText()(state)
  const [anchor, setAnchor] = useState<HTMLButtonElement | null>(null)
  const [open, setOpen] = useState(false)
  useOpenSyncRequest(useCallback(() => setOpen(true), []))
  const Popover = useLazyLoad(loadPopover, open)
  const popoverId = useId()
  const close = () => setOpen(false)
  return (
    <>
      <button
        ref={setAnchor}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? popoverId : undefined}
        aria-label={narrow ? stateText : undefined}
        title={narrow ? stateText : undefined}
        onPointerEnter={preloadPopover}
        onFocus={preloadPopover}
        onClick={() => setOpen(!open)}
        className={classes(buttonClass({ variant: 'quiet', square: narrow }), 'relative')}
      >
        <StateIcon kind={state.kind} />
        {!narrow && <span className="truncate max-sm:sr-only">{stateText}</span>}
        {state.kind === 'running' && state.troubled > 0 && (
          <span aria-hidden className="absolute top-1 right-1 size-2 rounded-full bg-signal" />
        )}
      </button>
      <span role="status" className="sr-only">
        {news === 'done' && t('sync_news_done')}
        {news === 'trouble' && t('sync_news_trouble')}
      </span>
      {anchor && Popover && createElement(Popover, { id: popoverId, open, onClose: close, anchor, side, work, state, files })}
    </>
  )
}
