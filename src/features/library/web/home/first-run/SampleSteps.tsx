import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TaskView } from '#features/generate/contract.ts'
import { isTranscribing, stepShares } from '#features/generate/rules.ts'
import { useFailureMessage, useStageName } from '#features/generate/web.tsx'
import { ProgressBar } from '#ui/feedback/ProgressBar.tsx'
import { Spinner } from '#ui/feedback/Spinner.tsx'
import { classes } from '#ui/styles/classes.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { LibraryRow } from '#features/files/contract.ts'
import { formatTimestamp } from '#shared/timestamp.ts'

type StepStatus = 'waiting' | 'running' | 'done' | 'failed'

type SampleStepsProps = { sample: LibraryRow | undefined; task: TaskView | undefined }

/** The steps of the sample with their real state. All have their final height from the start. */
export function SampleSteps({ sample, task }: SampleStepsProps) {
  const t = useTranslations('library')
  const stageName = useStageName()
  const failure = useFailureMessage()
  const transcribingTime = useTranscribingTime({ sample, task })
  const { transcript, summary } = getStatuses(sample, task)
  return (
    <ol className="grid">
      <Step status={sample ? 'done' : 'running'} name={t('sample_in_library')} />
      <Step
        status={transcript}
        name={transcript === 'running' && task ? stageName(task.stage) : t('sample_transcript')}
        detail={transcript === 'failed' && task ? failure(task).title : transcribingTime}
      >
        <ProgressBar
          label={t('sample_transcript')}
          value={transcript === 'done' ? 1 : task ? stepShares(task).transcription : 0}
          className={transcript === 'waiting' ? 'invisible' : ''}
        />
      </Step>
      <Step
        status={summary}
        name={summary === 'running' && task ? stageName(task.stage) : t('sample_summary')}
        detail={summary === 'failed' && task ? failure(task).title : undefined}
      />
    </ol>
  )
}

function getStatuses(sample: LibraryRow | undefined, task: TaskView | undefined): Record<'transcript' | 'summary', StepStatus> {
  if (sample?.is_summary || task?.stage === 'done') return { transcript: 'done', summary: 'done' }
  if (!task || task.stage === 'queued' || task.stage === 'cancelled')
    return { transcript: sample?.is_trans ? 'done' : 'waiting', summary: 'waiting' }
  if (isTranscribing(task)) return { transcript: 'running', summary: 'waiting' }
  if (task.stage === 'summarising') return { transcript: 'done', summary: 'running' }
  return stepShares(task).transcription === 1
    ? { transcript: 'done', summary: 'failed' }
    : { transcript: 'failed', summary: 'waiting' }
}

/** Returns "0:12 of 0:44 · 20 s left" while it is transcribed. */
function useTranscribingTime({ sample, task }: SampleStepsProps): string | undefined {
  const t = useTranslations('files')
  const tGenerate = useTranslations('generate')
  const { duration } = useFormat()
  if (!sample || task?.stage !== 'transcribing') return undefined
  const total = sample.duration / 1000
  const time = t('player_time_of', {
    time: formatTimestamp(total * stepShares(task).transcription * 1000),
    total: formatTimestamp(total * 1000),
  })
  return [time, task.seconds_left !== null && tGenerate('time_left', { time: duration(task.seconds_left) })]
    .filter(Boolean)
    .join(' · ')
}

type StepProps = { status: StepStatus; name: string; detail?: string | undefined; children?: ReactNode }

function Step({ status, name, detail, children }: StepProps) {
  return (
    <li
      aria-current={status === 'running' ? 'step' : undefined}
      className="grid grid-cols-[1.375rem_minmax(0,1fr)] gap-x-3 border-t border-line py-2"
    >
      <StepIcon status={status} />
      <span className="flex min-w-0 items-baseline gap-3 text-md leading-5.5">
        <span className={status === 'waiting' ? 'text-ink3' : undefined}>{name}</span>
        {/* Its own element for each text: text that changes at the right edge would count as moved. */}
        <span
          key={detail}
          className={classes(
            'tabular min-w-0 flex-1 truncate text-right text-sm',
            status === 'failed' ? 'text-signal' : 'text-ink2',
          )}
        >
          {detail}
        </span>
      </span>
      {children && <div className="col-start-2 mt-1.5">{children}</div>}
    </li>
  )
}

function StepIcon({ status }: { status: StepStatus }) {
  const t = useTranslations('library')
  if (status === 'running') return <Spinner className="size-5.5 items-center justify-center text-accent" />
  if (status === 'waiting') return <span aria-hidden className="m-px size-5 rounded-full border-[1.5px] border-line" />
  const [Icon, color, label] =
    status === 'done' ? [Check, 'bg-accent text-accent-ink', t('home_step_done')] : [X, 'bg-signal text-signal-ink', undefined]
  return (
    <span className={classes('m-px grid size-5 place-items-center rounded-full', color)}>
      <Icon {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })} className="size-3" strokeWidth={2.6} />
    </span>
  )
}
