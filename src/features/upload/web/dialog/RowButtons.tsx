import { Pause, X } from 'lucide-react'
import { Button } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { bidiIsolate } from '#browser/i18n/bidiIsolate.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { isUnderway, type UploadItem } from '../queue/uploadItem.ts'
import { type UploadAction, uploadActions } from './uploadActions.ts'

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
  const { all, main } = uploadActions(item)
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
  } as const satisfies Record<UploadAction, string>
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

/** Actions shown as icon buttons. */
export const ICON_ACTIONS: ReadonlySet<UploadAction> = new Set(['pause', 'remove'])

/** Runs one of `uploadActions` for an item. */
export type RunRowAction = (action: UploadAction, item: UploadItem) => void
