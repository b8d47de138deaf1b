import { Pause, X } from 'lucide-react'
import { Button } from '#ui/Button.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { isolate } from '#ui/isolate.ts'
import { useWords } from '#ui/words.ts'
import { isUnderway, type UploadItem } from './uploadItem.ts'
import { ICONS, type RowAction, rowActions } from './rowActions.ts'
import type { RowRun } from './useUploadActs.ts'

export type RowButtonsProps = {
  item: UploadItem
  name: string
  run: RowRun
  /** Which buttons to render: on a phone the text buttons are below. */
  kind: 'words' | 'icons'
  canTranscribe: boolean
}

/** The buttons of a row. Their accessible names include the file name. */
export function RowButtons({ item, name, run, kind, canTranscribe }: RowButtonsProps) {
  const t = useWords('upload')
  const { all, main } = rowActions(item)
  const said = (action: string) => t('action_of', { action, name: isolate(name) })
  const words = {
    transcribe: t('transcribe'),
    open: t('open'),
    keepBoth: t('keep_both'),
    openSame: t('open'),
    sendAnyway: t('send_anyway'),
    chooseAgain: t('choose_again'),
    goOn: t('go_on'),
    retry: t('try_again'),
    download: t('download_sound'),
    pause: t('pause'),
    remove: isUnderway(item) ? t('cancel') : t('remove'),
  } as const satisfies Record<RowAction, string>
  return all
    .filter((action) => ICONS.has(action) === (kind === 'icons') && (action !== 'transcribe' || canTranscribe))
    .map((action) => {
      const press = { onClick: () => run(action, item), 'data-action': action }
      if (action === 'pause' || action === 'remove') {
        const icon = action === 'pause' ? <Pause aria-hidden /> : <X aria-hidden />
        return <IconButton key={action} {...press} size="sm" label={said(words[action])} icon={icon} />
      }
      return (
        <Button
          key={action}
          {...press}
          size="sm"
          variant="quiet"
          className={action === main ? 'text-accent!' : undefined}
          aria-label={said(words[action])}
        >
          {words[action]}
        </Button>
      )
    })
}
