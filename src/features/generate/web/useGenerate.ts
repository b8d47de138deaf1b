import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useFailureToast } from '#ui/toast/useFailureToast.ts'
import { useRecordingsToast } from '#ui/toast/useToast.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { generate } from './queries.ts'
import { type Restart, useStartTask } from './useStartTask.ts'

/** Starts and cancels the task of a recording. `start` without `restart` does not restart a task that has ended. */
export function useGenerate(fileId: string) {
  const t = useTranslations('generate')
  const toast = useRecordingsToast()
  const showFailure = useFailureToast()
  const queries = useQueryClient()
  const startMutation = useStartTask()
  const stopMutation = useMutation({
    mutationFn: () => generate.cancel({ params: { id: fileId } }),
    onSuccess: () => {
      toast.show(t('stopped'))
      return queries.invalidateQueries({ queryKey: generate.status.key({}) })
    },
    onError: (error) => showFailure(t('stop_failed'), error),
  })
  return {
    start: (restart?: Restart) => startMutation.mutate({ fileId, restart }),
    isStarting: startMutation.isPending,
    stop: () => stopMutation.mutate(),
    isStopping: stopMutation.isPending,
  }
}
