import { AudioLines } from 'lucide-react'
import type { File } from '#features/files/contract.ts'
import { useTask } from '#features/generate/web.tsx'
import { TranscriptView } from '#features/transcription/web.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

/** The transcript of a recording, its live segments during transcription, or the reason why there is none. */
export function FileTranscript({ file }: { file: File }) {
  const t = useTranslations('transcription')
  const task = useTask(file.id)
  const isTranscribing = task?.stage === 'queued' || task?.stage === 'transcribing' || task?.stage === 'summarising'
  const liveProgress =
    task && (task.stage === 'transcribing' || task.stage === 'summarising')
      ? { taskId: task.task_id, segmentsTranscribed: task.segments_transcribed, percent: task.percent }
      : undefined
  const emptyText = isTranscribing ? t('none_yet') : file.trans_result ? t('nothing_heard') : t('none')
  const empty = <EmptyState icon={<AudioLines aria-hidden />}>{emptyText}</EmptyState>
  return <TranscriptView fileId={file.id} segments={file.trans_result} liveProgress={liveProgress} empty={empty} />
}
