import { Upload } from 'lucide-react'
import { type ChangeEvent, type DragEvent, useRef, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { classes } from '#ui/classes.ts'
import { useFormat } from '#ui/useFormat.ts'
import { useWords } from '#ui/words.ts'
import { MAX_DURATION } from '../contract.ts'
import { ACCEPT } from '../rules.ts'
import { useUploadLimit } from './useUploadLimit.ts'

/** Takes files from the desktop or from the system's file chooser. */
export function DropZone({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const t = useWords('upload')
  const { bytes, duration } = useFormat()
  const limit = useUploadLimit()
  const chooser = useRef<HTMLInputElement>(null)
  const { over, ...dropping } = useDropping(onFiles)
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(event.target.files ?? [])])
    // So that the same file can be chosen again.
    event.target.value = ''
  }
  return (
    <div
      {...dropping}
      className={classes(
        'grid justify-items-center gap-2 rounded-lg border border-dashed px-6 py-7 text-center transition-colors',
        over ? 'border-accent bg-accent-soft' : 'border-edge bg-ground',
      )}
    >
      <Upload aria-hidden className="size-5 text-accent" />
      <p className="text-base font-[600]">{over ? t('drop_now') : t('drop_title')}</p>
      <Button onClick={() => chooser.current?.click()}>{t('choose_files')}</Button>
      <p className="max-w-[44ch] text-sm text-balance text-ink2">
        {t('drop_limits', { length: duration(MAX_DURATION / 1000), size: bytes(limit) })}
      </p>
      <input ref={chooser} hidden type="file" multiple accept={ACCEPT} onChange={choose} />
    </div>
  )
}

/** @NOTE A drag enters and leaves every child on its way: only the outermost leaving counts. */
function useDropping(onFiles: (files: readonly File[]) => void) {
  const [depth, setDepth] = useState(0)
  return {
    over: depth > 0,
    onDragEnter: () => setDepth((was) => was + 1),
    onDragLeave: () => setDepth((was) => Math.max(0, was - 1)),
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setDepth(0)
      onFiles([...event.dataTransfer.files])
    },
  }
}
