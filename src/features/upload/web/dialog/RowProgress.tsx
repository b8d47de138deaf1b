import type { ReactNode } from 'react'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { classes } from '#ui/styles/classes.ts'
import { progressOf, toneOf } from '../queue/batch.ts'
import type { UploadItem } from '../queue/uploadItem.ts'
import { hasStages, type ServerProgress, stageShares } from './uploadStages.ts'

type RowProgressProps = { item: UploadItem; name: string; server: ServerProgress | undefined }

/**
 * The five stages of a file, from its choice to its summary. A progress bar for screen readers while the file is compressed or
 * sent; after that, the line above says the same.
 */
export function RowProgress({ item, name, server }: RowProgressProps) {
  if (!hasStages(item)) return null
  const isWaiting = toneOf(item) === 'waiting'
  return (
    <Progressbar item={item} name={name}>
      {stageShares(item, server).map((share, stage) => (
        <span key={stage} className="min-w-0 flex-1 overflow-hidden rounded-full bg-line">
          <span
            data-mark=""
            className={classes(
              'block h-full rounded-full transition-[width]',
              isWaiting ? 'bg-warn' : 'bg-accent',
              share === null && 'animate-pulse opacity-60',
            )}
            style={{ width: `${(share ?? 1) * 100}%` }}
          />
        </span>
      ))}
    </Progressbar>
  )
}

function Progressbar({ item, name, children }: { item: UploadItem; name: string; children: ReactNode }) {
  const t = useTranslations('upload')
  const { percent } = useFormat()
  const className = 'flex h-1 gap-1'
  const isTranscoding = item.status === 'transcoding'
  const isSending = item.status === 'uploading' || item.status === 'uploadNetworkError'
  if (!isTranscoding && !isSending)
    return (
      <div aria-hidden className={className}>
        {children}
      </div>
    )
  const share = isTranscoding && item.duration === null ? null : progressOf(item)
  return (
    <div
      role="progressbar"
      aria-label={t(isTranscoding ? 'progress_transcoding' : 'progress_uploading', { name })}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(share !== null && { 'aria-valuenow': Math.floor(share * 100), 'aria-valuetext': percent(share) })}
      className={className}
    >
      {children}
    </div>
  )
}
