import { createElement, useCallback, useId, useState, useEffect } from 'react'
import { buttonClass } from '#ui/button/Button.tsx'
import { classes } from '#ui/styles/classes.ts'
import { lazyCode, useLazyCode } from '#ui/lazy/lazyCode.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useListLocation } from '../panes/listLocation.ts'
import { StateIcon, useSyncStateText } from './useSyncStateText.tsx'
import { useAttentionAnnouncement, useSync } from './syncState.ts'
import { closeDialog, useOpenDialog } from '#ui/dialog/openDialog.ts'

const popover = lazyCode(async () => (await import(/* chunk: overlay */ './SyncPopover.tsx')).SyncPopover)
const preloadPopover = () => void popover.preload()

export type SyncStatusProps = {
  /** Shows only the icon. The text becomes the accessible name and the title. */
  narrow?: boolean
  side?: 'top' | 'right' | 'bottom' | 'left'
}

/** Running and failed uploads, conversions and transcriptions (A§2 cloud-sync status). Not shown on /file/ pages (B§2). */
export function SyncStatus(props: SyncStatusProps) {
  return useListLocation().fileId === undefined ? <SyncButton {...props} /> : null
}

function SyncButton({ narrow = false, side = 'bottom' }: SyncStatusProps) {
  const t = useTranslations('library')
  const { work, state, files } = useSync()
  const needsAttention = useAttentionAnnouncement(state)
  const stateText = useSyncStateText()(state)
  const [anchor, setAnchor] = useState<HTMLButtonElement | null>(null)
  const [open, setOpen] = useState(false)
  useOpenSyncRequest(useCallback(() => setOpen(true), []))
  const { loaded: Popover } = useLazyCode(popover, open)
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
        // The width is fixed, so that nothing moves while the text changes.
        className={classes(
          buttonClass({ variant: 'quiet', square: narrow }),
          'relative',
          !narrow && 'min-w-0 sm:w-full sm:max-w-58 sm:justify-start',
        )}
      >
        <StateIcon kind={state.kind} />
        {!narrow && <span className="truncate max-sm:sr-only">{stateText}</span>}
        {state.kind === 'running' && state.unresolved > 0 && (
          <span aria-hidden className={classes('absolute top-1 size-2 rounded-full bg-signal', narrow ? 'right-1' : 'left-6')} />
        )}
      </button>
      <span role="status" className="sr-only">
        {needsAttention && t('sync_announce_attention')}
      </span>
      {anchor && Popover && createElement(Popover, { id: popoverId, open, onClose: close, anchor, side, work, state, files })}
    </>
  )
}

declare module '#ui/dialog/openDialog.ts' {
  interface DialogParameters {
    /** The popover of the sync status. On a page without sync status (B§2: /file/ pages), it opens after the next navigation. */
    sync: object
  }
}

/** Calls `open` after `openDialog('sync')`. */
function useOpenSyncRequest(open: () => void): void {
  const isRequested = useOpenDialog('sync') !== undefined
  useEffect(() => {
    if (!isRequested) return
    closeDialog('sync')
    open()
  }, [isRequested, open])
}
