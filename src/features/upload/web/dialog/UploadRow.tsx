import { memo } from 'react'
import { seconds } from '#shared/units.ts'
import { formatTimestamp } from '#shared/timestamp.ts'
import { classes } from '#ui/styles/classes.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useNow } from '#browser/timers/timerHooks.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { progressOf, toneOf } from '../queue/batch.ts'
import { fullName, timeLeft, type UploadItem } from '../queue/uploadItem.ts'
import { uploadActions } from './uploadActions.ts'
import { ICON_ACTIONS, type RunRowAction, RowButtons } from './RowButtons.tsx'
import { RowProgress } from './RowProgress.tsx'
import { isSameProgress, type ServerProgress } from './uploadStages.ts'
import { useItemMessage } from './useItemMessage.ts'

export type UploadRowProps = {
  item: UploadItem
  /** What the server does with the uploaded file; undefined for nothing. */
  server?: ServerProgress | undefined
  run: RunRowAction
}

/**
 * One file of the queue: name, size and duration, status, remaining time, and actions. Renders only when its own item or its work on the
 * server changes.
 */
export const UploadRow = memo(function UploadRow({ item, server, run }: UploadRowProps) {
  const messageOf = useItemMessage()
  const name = fullName(item)
  return (
    <div data-upload={item.id} className={ROW_CLASS}>
      <p dir="auto" className="min-w-0 truncate text-left text-base font-[600]" title={name}>
        {name}
      </p>
      {/* Keyed, so that buttons of another state replace these in place: nothing moves. */}
      <div
        key={`actions ${item.status}`}
        className={classes(
          'flex min-h-7 flex-wrap items-center justify-end gap-x-1',
          hasTextButtons(item) && BELOW_NAME_ON_PHONES,
        )}
      >
        <PercentAndTime item={item} />
        <RowButtons item={item} name={name} run={run} kind="words" hasSummary={server?.summary === 1} />
      </div>
      <div className="-mr-2 flex justify-end max-sm:col-start-3 max-sm:row-start-1">
        <RowButtons item={item} name={name} run={run} kind="icons" />
      </div>
      <p key={`message ${item.status}`} className={classes('col-span-3 text-sm', TONE[server?.tone ?? toneOf(item)])}>
        <SizeAndDuration item={item} />
        {server?.message ?? messageOf(item)}
      </p>
      <div className="col-span-3 empty:hidden">
        <RowProgress item={item} name={name} server={server} />
      </div>
    </div>
  )
}, hasSameProps)

function hasSameProps(before: UploadRowProps, after: UploadRowProps): boolean {
  return before.item === after.item && before.run === after.run && isSameProgress(before.server, after.server)
}

/** Name and buttons in one row, the status below. */
export const ROW_CLASS = 'grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-2 gap-y-1 border-t border-line py-3'
/** On a phone the text buttons are below the name. */
export const BELOW_NAME_ON_PHONES = 'max-sm:col-span-3 max-sm:row-start-4 max-sm:justify-self-end'

const hasTextButtons = (item: UploadItem): boolean => uploadActions(item).all.some((action) => !ICON_ACTIONS.has(action))

const TONE = { plain: 'text-ink2', good: 'text-accent', waiting: 'text-warn', bad: 'text-signal' } as const

/** Size and duration, unless they are unknown or part of the following text, and what was found out about tracks and channels. */
function SizeAndDuration({ item: { status, size, duration: length, tracks, channelSpans } }: { item: UploadItem }) {
  const { bytes, duration } = useFormat()
  const t = useTranslations('upload')
  const total = tracks ? tracks.mixed + tracks.leftOut : 1
  const facts = [
    status !== 'uploading' && status !== 'transcoding' && bytes(size),
    status !== 'transcoding' && length !== null && length >= seconds(1) && duration(length / 1000),
    tracks && total > 1 && t(tracks.leftOut === 0 ? 'tracks_mixed' : 'tracks_some', { mixed: tracks.mixed, total }),
    channelSpans && t('speakers_by_channel'),
  ].filter(Boolean)
  return facts.length > 0 && <span className="text-ink3">{`${facts.join(' · ')} · `}</span>
}

function PercentAndTime({ item }: { item: UploadItem }) {
  const t = useTranslations('upload')
  const { percent } = useFormat()
  const isMoving = item.status === 'transcoding' || item.status === 'uploading'
  const remaining = timeLeft(item, useNow(isMoving ? undefined : null))
  if (!isMoving || item.percent === 0) return null
  const time = remaining !== null && item.percent < 100 && t('time_left', { time: formatTimestamp(Math.max(1000, remaining)) })
  return (
    <span className="min-w-32 flex-none text-sm font-[560] text-accent tabular">
      {[percent(progressOf(item)), time].filter(Boolean).join(' · ')}
    </span>
  )
}
