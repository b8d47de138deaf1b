import { fullName, isUnderway, mayRetry, timeLeft, uploadActions, useItemWords } from '#features/upload/web.tsx'
import type { UploadItem } from '#features/upload/web.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { useNow } from '#ui/useNow.ts'
import { useWords } from '#ui/words.ts'
import { RowAction, WorkRow } from './WorkRow.tsx'

/** A file on its way up, or one that did not get there. */
export function UploadWork({ item }: { item: UploadItem }) {
  const t = useWords('upload')
  const words = useItemWords()
  const { clock, percent } = useFormat()
  const moves = item.status === 'transcoding' || item.status === 'uploading'
  const left = timeLeft(item, useNow(moves ? undefined : null))
  const name = fullName(item)
  const isKnown = item.status === 'uploading' || item.duration !== null
  const said = [
    words(item),
    moves && isKnown && percent(item.percent / 100),
    left !== null && item.percent < 100 && t('time_left', { time: clock(left / 1000) }),
  ]
  const label = t(item.status === 'transcoding' ? 'progress_transcoding' : 'progress_uploading', { name })
  return (
    <WorkRow
      title={name}
      words={said.filter(Boolean).join(' · ')}
      tone={isUnderway(item) || item.held ? 'plain' : mayRetry(item) || item.status === 'duplicateName' ? 'waiting' : 'bad'}
      progress={moves && <ProgressBar label={label} value={isKnown ? item.percent / 100 : null} />}
      actions={<UploadActions item={item} name={name} />}
    />
  )
}

function UploadActions({ item, name }: { item: UploadItem; name: string }) {
  const t = useWords('upload')
  const { id } = item
  if (isUnderway(item)) return <RowAction label={t('cancel')} name={name} onClick={() => uploadActions.cancel(id)} />
  return (
    <>
      {item.status === 'duplicateName' && (
        <RowAction isMain label={t('keep_both')} name={name} onClick={() => uploadActions.keepBoth(id)} />
      )}
      {mayRetry(item) && <RowAction isMain label={t('try_again')} name={name} onClick={() => uploadActions.retry(id)} />}
      <RowAction label={t('remove')} name={name} onClick={() => uploadActions.remove(id)} />
    </>
  )
}
