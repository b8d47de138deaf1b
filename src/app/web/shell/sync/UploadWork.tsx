import { fullName, isUnderway, mayRetry, timeLeft, toneOf, uploadActions, useItemWords } from '#features/upload/web.tsx'
import type { UploadItem } from '#features/upload/web.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { useNow } from '#ui/useNow.ts'
import { useWords } from '#ui/words.ts'
import { useShellActions } from '../ShellActions.ts'
import { RowAction, WorkRow } from './WorkRow.tsx'

/** An upload that is running or has failed. */
export function UploadWork({ item }: { item: UploadItem }) {
  const t = useWords('upload')
  const words = useItemWords()
  const { clock, percent } = useFormat()
  const moves = item.status === 'transcoding' || item.status === 'uploading'
  const left = timeLeft(item, useNow(moves ? undefined : null))
  const name = fullName(item)
  const tone = toneOf(item)
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
      tone={tone === 'good' ? 'plain' : tone}
      progress={moves && <ProgressBar label={label} value={isKnown ? item.percent / 100 : null} />}
      actions={<UploadActions item={item} name={name} />}
    />
  )
}

function UploadActions({ item, name }: { item: UploadItem; name: string }) {
  const t = useWords('upload')
  const { openUpload } = useShellActions()
  const { id, status, reason } = item
  const main = (label: string, run: () => void) => <RowAction isMain label={label} name={name} onClick={run} />
  if (isUnderway(item)) return <RowAction label={t('pause')} name={name} onClick={() => uploadActions.cancel(id)} />
  const isDuplicate = status === 'duplicateName' && !item.held
  return (
    <>
      {isDuplicate && reason === 'sameSound' && main(t('send_anyway'), () => uploadActions.sendAnyway(id))}
      {isDuplicate && reason !== 'sameSound' && main(t('keep_both'), () => uploadActions.keepBoth(id))}
      {/* The upload dialog has the file picker. */}
      {reason === 'bytesLost' && main(t('choose_again'), openUpload)}
      {mayRetry(item) && main(t(item.held ? 'go_on' : 'try_again'), () => uploadActions.retry(id))}
      <RowAction label={t('remove')} name={name} onClick={() => uploadActions.remove(id)} />
    </>
  )
}
