import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useFailureToast } from '#ui/useFailureToast.ts'
import { useRecordingsToast } from '#ui/useToast.ts'
import { useWords } from '#ui/words.ts'
import { generate } from './queries.ts'
import { type Restart, useStart } from './useStart.ts'

/** Starts and cancels the task of a recording. `start` without `restart` does not restart a task that has ended. */
export function useGenerate(fileId: string) {
  const t = useWords('generate')
  const toast = useRecordingsToast()
  const sayFailure = useFailureToast()
  const queries = useQueryClient()
  const starting = useStart()
  const stopping = useMutation({
    mutationFn: () => generate.cancel({ params: { id: fileId } }),
    onSuccess: () => {
      toast.show(t('stopped'))
      return queries.invalidateQueries({ queryKey: generate.status.key({}) })
    },
    onError: (error) => sayFailure(t('stop_failed'), error),
  })
  return {
    start: (restart?: Restart) => starting.mutate({ fileId, restart }),
    isStarting: starting.isPending,
    stop: () => stopping.mutate(),
    isStopping: stopping.isPending,
  }
}
