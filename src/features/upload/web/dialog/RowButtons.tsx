import { Pause, X } from 'lucide-react'
import { Button } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { bidiIsolate } from '#browser/i18n/bidiIsolate.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { isUnderway, type UploadItem, isNetworkFailure, canRetry } from '../queue/uploadItem.ts'

export type RowButtonsProps = {
  item: UploadItem
  name: string
  run: RunRowAction
  /** Which buttons to render: on a phone the text buttons are below. */
  kind: 'words' | 'icons'
  /** The uploaded file has a summary, which Open shows. */
  hasSummary?: boolean
}

/** The buttons of a row. Their accessible names include the file name. */
export function RowButtons({ item, name, run, kind, hasSummary = false }: RowButtonsProps) {
  const t = useTranslations('upload')
  const { all, main } = rowActions(item)
  const labelOf = (action: string) => t('action_of', { action, name: bidiIsolate(name) })
  const labels = {
    open: hasSummary ? t('read_summary') : t('open'),
    keepBoth: t('keep_both'),
    openSame: t('open'),
    sendAnyway: t('send_anyway'),
    reselectFile: t('choose_file_again'),
    resume: t('resume'),
    retry: t('try_again'),
    download: t('download_audio'),
    pause: t('pause'),
    remove: isUnderway(item) ? t('cancel') : t('remove'),
  } as const satisfies Record<RowAction, string>
  return all
    .filter((action) => ICON_ACTIONS.has(action) === (kind === 'icons'))
    .map((action) => {
      const buttonProps = { onClick: () => run(action, item), 'data-action': action }
      if (action === 'pause' || action === 'remove') {
        const icon = action === 'pause' ? <Pause aria-hidden /> : <X aria-hidden />
        return <IconButton key={action} {...buttonProps} size="sm" label={labelOf(labels[action])} icon={icon} />
      }
      return (
        <Button
          key={action}
          {...buttonProps}
          size="sm"
          variant="quiet"
          className={action === main ? 'text-accent!' : undefined}
          aria-label={labelOf(labels[action])}
        >
          {labels[action]}
        </Button>
      )
    })
}

/** Actions available for a file of the queue. */
type RowAction =
  | 'open'
  | 'keepBoth'
  | 'openSame'
  | 'sendAnyway'
  | 'reselectFile'
  | 'resume'
  | 'retry'
  | 'download'
  | 'pause'
  | 'remove'

/** Actions shown as icon buttons. */
export const ICON_ACTIONS: ReadonlySet<RowAction> = new Set(['pause', 'remove'])

/** Returns the actions in the order of their buttons. `main` is the most likely one. */
export function rowActions(item: UploadItem): { all: readonly RowAction[]; main: RowAction | null } {
  const all = availableActions(item)
  return { all, main: MAIN_ACTIONS.find((action) => all.includes(action)) ?? null }
}

const MAIN_ACTIONS: readonly RowAction[] = ['open', 'keepBoth', 'openSame', 'reselectFile', 'resume', 'retry']

function availableActions(item: UploadItem): readonly RowAction[] {
  if (item.fileId !== null) return ['open']
  if (item.held) return ['resume', 'remove']
  if (isUnderway(item)) return ['pause', 'remove']
  if (item.status === 'duplicateName') return [...duplicateActions(item), 'remove']
  if (item.reason === 'bytesLost') return ['reselectFile', 'remove']
  return [...(canRetry(item) ? (['retry'] as const) : []), ...(canDownload(item) ? (['download'] as const) : []), 'remove']
}

function duplicateActions({ reason, sameAs }: UploadItem): readonly RowAction[] {
  if (reason !== 'sameSound') return ['keepBoth']
  return sameAs !== null && sameAs.fileId !== null ? ['sendAnyway', 'openSame'] : ['sendAnyway']
}

/** True when the user may have no other copy of the file, so that it can be downloaded from the queue. */
const canDownload = (item: UploadItem): boolean =>
  isNetworkFailure(item) || (item.status === 'refused' && item.reason !== 'notSound' && item.reason !== 'damaged')

/** Runs one of `rowActions` for an item. */
export type RunRowAction = (action: RowAction, item: UploadItem) => void
