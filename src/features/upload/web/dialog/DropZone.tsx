import { FolderUp, Upload } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { Button } from '#ui/button/Button.tsx'
import { classes } from '#ui/styles/classes.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { MAX_DURATION } from '../../rules.ts'
import { type DroppedFiles, readDrop } from '../selection/newUploads.ts'
import { canChooseFolders } from './useFileChooser.tsx'
import { useUploadLimit } from './useUploadLimit.ts'

export type DropZoneProps = {
  /** A single line, for use above a list of files. */
  isSmall: boolean
  onDrop: (dropped: DroppedFiles) => void
  onChoose: (kind: 'files' | 'folder') => void
}

/** Accepts files and folders by drop or from the file chooser. */
export function DropZone({ isSmall, onDrop, onChoose }: DropZoneProps) {
  const t = useTranslations('upload')
  const { isOver, ...dropTarget } = useDropTarget(onDrop)
  const title = isOver ? t('drop_now') : isSmall ? t('drop_more') : t('drop_title')
  // Nothing can be dropped on a touch screen.
  const touchTitle = isSmall ? t('drop_more') : t('choose_title')
  return (
    <div
      {...dropTarget}
      data-drop-zone=""
      className={classes(
        'rounded-lg border border-dashed transition-colors',
        isSmall
          ? 'flex flex-wrap items-center gap-2 px-4 py-3'
          : 'grid content-center justify-items-center gap-2.5 px-6 py-9 text-center sm:flex-1',
        isOver ? 'border-accent bg-accent-soft' : 'border-edge bg-surface',
      )}
    >
      <Upload aria-hidden className="size-5 flex-none text-accent" />
      <p className={classes('font-[600]', isSmall ? 'min-w-0 flex-1 basis-20 text-md' : 'text-base')}>
        <span className="pointer-coarse:hidden">{title}</span>
        <span className="hidden pointer-coarse:inline">{touchTitle}</span>
      </p>
      <div className={classes('flex flex-wrap gap-2', !isSmall && 'justify-center')}>
        <Button variant={isSmall ? 'plain' : 'main'} onClick={() => onChoose('files')}>
          {t('choose_files')}
        </Button>
        {canChooseFolders() && (
          <Button variant="quiet" icon={<FolderUp aria-hidden />} onClick={() => onChoose('folder')}>
            {t('choose_folder')}
          </Button>
        )}
      </div>
      {!isSmall && <LimitsText />}
    </div>
  )
}

function LimitsText() {
  const t = useTranslations('upload')
  const { bytes, duration } = useFormat()
  const limit = useUploadLimit()
  return (
    <p className="max-w-[46ch] text-sm text-balance text-ink2">
      {t('drop_limits', { length: duration(MAX_DURATION / 1000), size: bytes(limit) })}
    </p>
  )
}

/** @NOTE dragenter and dragleave also fire for every child, so they are counted. */
export function useDropTarget(onDrop: (dropped: DroppedFiles) => void) {
  const [depth, setDepth] = useState(0)
  return {
    isOver: depth > 0,
    onDragEnter: () => setDepth((count) => count + 1),
    onDragLeave: () => setDepth((count) => Math.max(0, count - 1)),
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setDepth(0)
      onDrop(readDrop(event.dataTransfer))
    },
  }
}
