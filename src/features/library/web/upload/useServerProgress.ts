import { useLibrary } from '#features/files/web.tsx'
import type { TaskView } from '#features/generate/contract.ts'
import { isActive, stepShares } from '#features/generate/rules.ts'
import { useFailureMessage, useTaskActivity, useTasks } from '#features/generate/web.tsx'
import type { ServerProgress } from '#features/upload/web.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

/**
 * Returns a function that tells how far the server is with an uploaded file; undefined when it neither does nor has done anything.
 */
export function useServerProgress(): (fileId: string) => ServerProgress | undefined {
  const t = useTranslations('files')
  const tasks = useTasks()
  const { data: files = [] } = useLibrary()
  const activityOf = useTaskActivity()
  const failureOf = useFailureMessage()
  return (fileId) => {
    const task = tasks.find(({ file_id }) => file_id === fileId)
    if (task && isUnfinished(task)) {
      const { transcription: transcript, summary } = stepShares(task)
      return isActive(task)
        ? { message: activityOf(task), tone: 'plain', transcript, summary }
        : { message: failureOf(task).title, tone: 'bad', transcript, summary }
    }
    const file = files.find(({ id }) => id === fileId)
    if (!file?.is_trans) return undefined
    const message = t(file.is_summary ? 'summary_ready' : 'transcript_ready')
    return { message, tone: 'good', transcript: 1, summary: file.is_summary ? 1 : 0 }
  }
}

const isUnfinished = (task: TaskView): boolean => isActive(task) || task.stage === 'failed'
