import { HardDrive } from 'lucide-react'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { buttonClass } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { openDialog } from '#ui/dialog/openDialog.ts'
import { useFileStats } from './useFileStats.ts'

/**
 * The foot of the sidebar on a server where nothing is sold: the hours kept and the storage used, which lead to the settings.
 * `narrow` is for the collapsed sidebar;
 * `fileCount` is the number of recordings, with which the use changes.
 */
export function StorageUse({ narrow, fileCount }: { narrow: boolean; fileCount: number }) {
  const t = useTranslations('files')
  const { bytes, duration } = useFormat()
  const { data } = useFileStats(fileCount)
  const openSettings = () => openDialog('settings', { pane: 'use' })
  const text =
    data &&
    t('storage_kept', {
      time: duration(data.total_duration / 1000),
      size: bytes(data.storage.sound_bytes + data.storage.text_bytes),
    })
  return (
    <div className="grid min-h-9 grid-cols-1 pointer-coarse:min-h-11">
      {text === undefined ? null : narrow ? (
        <IconButton
          className="justify-self-center"
          label={text}
          icon={<HardDrive aria-hidden />}
          side="right"
          onClick={openSettings}
        />
      ) : (
        <button
          type="button"
          onClick={openSettings}
          className={`${buttonClass({ variant: 'quiet' })} tabular justify-start! text-sm font-[400]!`}
        >
          <HardDrive aria-hidden className="size-4.5" />
          <span className="truncate">{text}</span>
        </button>
      )}
    </div>
  )
}
