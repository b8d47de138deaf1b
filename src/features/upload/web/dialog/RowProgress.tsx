import { classes } from '#ui/styles/classes.ts'
import { ProgressBar } from '#ui/feedback/ProgressBar.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { PART_BYTES } from '../../contract.ts'
import { isSentUnchanged, progressOf } from '../queue/batch.ts'
import { isUnderway, type UploadItem, type UploadPart } from '../queue/uploadItem.ts'

/** Above this number of parts one bar is shown, because the segments would be thinner than their gaps. */
const MAX_SEGMENTS = 40

/** Progress of a file; for a multipart upload of the file as it is, one segment per part. */
export function RowProgress({ item, name }: { item: UploadItem; name: string }) {
  const t = useTranslations('upload')
  const share = progressOf(item)
  if (item.status === 'transcoding') {
    return <ProgressBar label={t('progress_transcoding', { name })} value={item.duration === null ? null : share} />
  }
  const isWaiting = item.status === 'uploadNetworkError'
  // Reserves the space of the bar, so that the rows below do not move.
  if (item.status !== 'uploading' && !isWaiting) return isUnderway(item) && <div className="h-1.5" />
  const label = t('progress_uploading', { name })
  if (!isSentUnchanged(item) || item.parts.length < 2 || item.parts.length > MAX_SEGMENTS || item.percent === 100)
    return <ProgressBar label={label} value={share} tone={isWaiting ? 'waiting' : 'accent'} />
  return <PartsBar item={item} share={share} label={label} colour={isWaiting ? 'bg-warn' : 'bg-accent'} />
}

type PartsBarProps = { item: UploadItem; share: number; label: string; colour: string }

function PartsBar({ item, share, label, colour }: PartsBarProps) {
  const { percent } = useFormat()
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(share * 100)}
      aria-valuetext={percent(share)}
      className="flex h-1.5 gap-0.5"
    >
      {item.parts.map((part) => (
        <span
          key={part.index}
          className="min-w-0 overflow-hidden rounded-full bg-line"
          style={{ flexGrow: segmentWeight(part, item) }}
        >
          <span
            data-mark=""
            className={classes('block h-full rounded-full transition-[width]', part.status === 'failed' ? 'bg-warn' : colour)}
            style={{ width: `${part.percent}%` }}
          />
        </span>
      ))}
    </div>
  )
}

/** The last part may be shorter. */
const segmentWeight = ({ index }: UploadPart, { sendBytes, parts }: UploadItem): number =>
  index < parts.length ? 1 : Math.max(0.05, ((sendBytes ?? 0) - (parts.length - 1) * PART_BYTES) / PART_BYTES)
