import { Button } from '#ui/Button.tsx'
import { classes } from '#ui/classes.ts'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { useNow } from '#ui/useNow.ts'
import { useWords } from '#ui/words.ts'
import { fullName, isUnderway, mayRetry, timeLeft, type UploadItem } from './reduceQueue.ts'
import { useItemWords } from './useItemWords.ts'

/** What one can do about a file of the queue. */
export type RowActions = {
  keepBoth: (id: string) => void
  retry: (id: string) => void
  cancel: (id: string) => void
  remove: (id: string) => void
  open: (fileId: string) => void
  /** Left out where nobody can transcribe. */
  transcribe?: ((fileId: string) => void) | undefined
}

/** One file of the queue: its name, where it is, how long it will take, and what can be done. */
export function UploadRow({ item, actions }: { item: UploadItem; actions: RowActions }) {
  const words = useItemWords()
  const name = fullName(item)
  return (
    <li className="grid grid-cols-1 gap-1 border-t border-line py-3">
      <div className="flex min-h-7 items-center gap-1">
        <p dir="auto" className="min-w-0 flex-1 truncate text-left text-base font-[600]" title={name}>
          {name}
        </p>
        <TimeLeft item={item} />
        <Actions item={item} name={name} actions={actions} />
      </div>
      <p className={classes('text-sm tabular', TONE[toneOf(item)])}>{words(item)}</p>
      <Progress item={item} name={name} />
    </li>
  )
}

type Tone = 'plain' | 'good' | 'waiting' | 'bad'
const TONE: Record<Tone, string> = { plain: 'text-ink2', good: 'text-accent', waiting: 'text-warn', bad: 'text-signal' }

/** Amber for what goes on by itself or waits for a word, vermilion for what will not work. */
function toneOf(item: UploadItem): Tone {
  if (item.status === 'completed') return 'good'
  if (item.held || isUnderway(item)) return 'plain'
  return item.status === 'duplicateName' || mayRetry(item) ? 'waiting' : 'bad'
}

function TimeLeft({ item }: { item: UploadItem }) {
  const t = useWords('upload')
  const { clock } = useFormat()
  const moves = item.status === 'transcoding' || item.status === 'uploading'
  const left = timeLeft(item, useNow(moves ? undefined : null))
  if (left === null || item.percent === 100) return null
  return <span className="flex-none text-sm font-[560] text-accent tabular">{t('time_left', { time: clock(left / 1000) })}</span>
}

function Progress({ item, name }: { item: UploadItem; name: string }) {
  const t = useWords('upload')
  const share = item.percent / 100
  if (item.status === 'transcoding') {
    return <ProgressBar label={t('progress_transcoding', { name })} value={item.duration === null ? null : share} />
  }
  if (item.status === 'uploading') return <ProgressBar label={t('progress_uploading', { name })} value={share} />
  if (item.status === 'uploadNetworkError')
    return <ProgressBar label={t('progress_uploading', { name })} value={share} tone="waiting" />
  return null
}

function Actions({ item, name, actions }: { item: UploadItem; name: string; actions: RowActions }) {
  const t = useWords('upload')
  const { id, fileId, status } = item
  const button = (label: string, run: () => void, isMain = false) => (
    <Button
      size="sm"
      variant="quiet"
      className={isMain ? 'text-accent!' : undefined}
      aria-label={t('action_of', { action: label, name })}
      onClick={run}
    >
      {label}
    </Button>
  )
  if (fileId !== null) {
    const { open, transcribe } = actions
    return (
      <>
        {transcribe && button(t('transcribe'), () => transcribe(fileId))}
        {button(t('open'), () => open(fileId), true)}
      </>
    )
  }
  if (isUnderway(item)) return button(t('cancel'), () => actions.cancel(id))
  return (
    <>
      {status === 'duplicateName' && button(t('keep_both'), () => actions.keepBoth(id), true)}
      {mayRetry(item) && button(t('try_again'), () => actions.retry(id), true)}
      {button(t('remove'), () => actions.remove(id))}
    </>
  )
}
