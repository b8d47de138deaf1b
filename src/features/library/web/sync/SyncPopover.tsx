import { Popover as Base } from '@base-ui/react/popover'
import { RotateCw } from 'lucide-react'
import { useQueryClient } from '@tanstack/react-query'
import type { LibraryRow } from '#features/files/contract.ts'
import { minutes } from '#shared/units.ts'
import { Button } from '#ui/button/Button.tsx'
import { classes } from '#ui/styles/classes.ts'
import { POPUP_CLASS } from '#ui/styles/popupClass.ts'
import { useRetryFailedQueries } from '#browser/http/failedQueries.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useNow } from '#browser/timers/timerHooks.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { StateIcon, useSyncStateText } from './useSyncStateText.tsx'
import type { SyncState, Work } from './syncState.ts'
import { WorkList } from './WorkList.tsx'

export type SyncPopoverProps = {
  id: string
  open: boolean
  onClose: () => void
  /** The button. The popover is placed next to it and returns the focus to it. */
  anchor: HTMLElement
  side: 'top' | 'right' | 'bottom' | 'left'
  work: Work
  state: SyncState
  files: ReadonlyMap<string, LibraryRow>
}

/** The list of uploads and tasks with their actions. */
export function SyncPopover({ id, open, onClose, anchor, side, ...list }: SyncPopoverProps) {
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
    >
      <Base.Portal>
        <Base.Positioner
          anchor={anchor}
          side={side}
          align="end"
          sideOffset={6}
          collisionPadding={8}
          className="z-50 outline-none"
        >
          <Base.Popup
            id={id}
            finalFocus={() => anchor}
            className={classes(POPUP_CLASS, 'flex w-96 max-w-[calc(100vw-1rem)] flex-col')}
          >
            <SyncContent {...list} onNavigate={onClose} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function SyncContent({
  work,
  state,
  files,
  onNavigate,
}: Pick<SyncPopoverProps, 'work' | 'state' | 'files'> & { onNavigate: () => void }) {
  const t = useTranslations('library')
  const stateText = useSyncStateText()(state)
  return (
    // Cancels the padding of the popover, so that the list reaches the edges.
    <div className="-m-1 flex min-h-0 flex-col">
      <div className="grid gap-1 px-4 py-3">
        <Base.Title className="flex items-center gap-2.5 text-base font-[600] [&_svg]:size-4.5 [&_svg]:flex-none">
          <StateIcon kind={state.kind} />
          {stateText}
        </Base.Title>
        {state.kind === 'offline' && <p className="text-sm text-ink2">{t('sync_offline_hint')}</p>}
        {state.kind === 'failed' && <LoadFailure />}
      </div>
      {work.uploads.length + work.tasks.length > 0 && (
        <div className="min-h-0 overflow-y-auto border-t border-line">
          <WorkList work={work} files={files} onNavigate={onNavigate} />
        </div>
      )}
      <LastSynced />
    </div>
  )
}

/** Explains that something on screen could not be loaded, with a button to request it again. */
function LoadFailure() {
  const t = useTranslations('library')
  const tUi = useTranslations('ui')
  const retry = useRetryFailedQueries()
  return (
    <>
      <p className="text-sm text-ink2">{t('sync_failed_hint')}</p>
      <Button className="mt-1.5 justify-self-start" icon={<RotateCw aria-hidden />} onClick={() => void retry()}>
        {tUi('try_again')}
      </Button>
    </>
  )
}

/** The time of the last successful response from the server. */
function LastSynced() {
  const t = useTranslations('library')
  const { day } = useFormat()
  const now = useNow(minutes(1))
  const queries = useQueryClient()
  const lastUpdate = Math.max(
    0,
    ...queries
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.dataUpdatedAt),
  )
  if (lastUpdate === 0) return null
  return <p className="border-t border-line px-4 py-2 text-sm text-ink3">{t('sync_last', { time: day(lastUpdate, now) })}</p>
}
