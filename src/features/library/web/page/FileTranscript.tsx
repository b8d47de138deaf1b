import { AudioLines } from 'lucide-react'
import type { File } from '#features/files/contract.ts'
import { isActive } from '#features/generate/rules.ts'
import { useSeparateSpeakers, useTask } from '#features/generate/web.tsx'
import { useHighlights, type Passage } from '#features/notes/web.tsx'
import { TranscriptView, useTranscriptEditor, type Highlighting } from '#features/transcription/web.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'

/** The transcript of a recording, its live segments during transcription, or the reason why there is none. */
export function FileTranscript({ file, chosen }: { file: File; chosen: Passage | undefined }) {
  const t = useTranslations('transcription')
  const task = useTask(file.id)
  const liveProgress =
    task && isActive(task) && task.stage !== 'queued' && !(task.stage === 'separating' && task.segments_transcribed === 0)
      ? { taskId: task.task_id, segmentsTranscribed: task.segments_transcribed, percent: task.percent }
      : undefined
  const emptyText = task && isActive(task) ? t('none_yet') : t('none')
  const empty = (
    <EmptyState key={emptyText} icon={<AudioLines aria-hidden />}>
      {emptyText}
    </EmptyState>
  )
  const highlighting = useHighlighting(file)
  const separation = useSeparateSpeakers(file)
  const isReadOnly = useIsReadOnly(file)
  const editor = useTranscriptEditor(file, isReadOnly)
  const hasAudio = file.sound_deleted_at === null
  return (
    <TranscriptView
      fileId={file.id}
      segments={editor?.segments ?? file.trans_result}
      liveProgress={liveProgress}
      highlighting={highlighting}
      speakers={{
        separation: file.is_trash ? undefined : separation,
        hasAudio,
      }}
      editor={editor}
      chosen={chosen}
      empty={empty}
    />
  )
}

/** Whether the transcript of a recording cannot be edited now. */
export function useIsReadOnly(file: File): boolean {
  const task = useTask(file.id)
  return file.is_trash || file.trans_result === null || (task !== undefined && task !== null && isActive(task))
}

/** Connects the highlights of the transcript with the notes of the recording. Those of a recording in the trash stay as they are. */
function useHighlighting(file: File): Highlighting | undefined {
  const { highlights, add, changeComment, remove } = useHighlights(file.id)
  if (file.is_trash) return undefined
  return {
    highlights,
    add: ({ start, end, text }, comment) => void add({ start_time: start, end_time: end, text, comment }),
    changeComment: (id, comment) => void changeComment(id, comment),
    remove: (id) => void remove(id),
  }
}
