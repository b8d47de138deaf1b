import { useMutation, useQueryClient } from '@tanstack/react-query'
import { rereadFiles } from '#features/files/web.tsx'
import { Refused, wasRefused } from '#kit/client.ts'
import { useFailureToast } from '#ui/useFailureToast.ts'
import { useToast } from '#ui/useToast.ts'
import { useWords } from '#ui/words.ts'
import { TASK_CODES } from '../contract.ts'
import { SILENT_PAUSE, SILENT_TRIES, TOO_FREQUENT } from '../rules.ts'
import { AUTO, generate } from './queries.ts'

/** Starts and stops the work on a recording. `start(true)` does it anew though there is a result already. */
export function useGenerate(fileId: string) {
  const t = useWords('generate')
  const toast = useToast()
  const sayFailure = useFailureToast()
  const queries = useQueryClient()
  const params = { id: fileId }
  const rereadStatus = () => queries.invalidateQueries({ queryKey: generate.status.key({}) })
  const starting = useMutation({
    mutationFn: (anew: boolean) =>
      generate.transsumm({ params, body: { is_reload: anew ? 1 : 0, info: AUTO, support_mul_summ: true } }),
    // Too frequent is no answer anybody should see (B§4).
    retry: (tries, error) => error instanceof Refused && error.status === TOO_FREQUENT && tries < SILENT_TRIES,
    retryDelay: SILENT_PAUSE,
    onSuccess: ({ status }) => {
      if (status === TASK_CODES.done) rereadFiles(queries)
      return rereadStatus()
    },
    onError: (error) => {
      if (wasRefused(error, generate.transsumm, 'soundGone')) return toast.error(t('no_sound'))
      // A negative code with HTTP 200 is how the work ended: the page shows it as that.
      if (error instanceof Refused && error.httpStatus === 200) return rereadStatus()
      return sayFailure(t('start_failed'), error)
    },
  })
  const stopping = useMutation({
    mutationFn: () => generate.cancel({ params }),
    onSuccess: () => {
      toast.show(t('stopped'))
      return rereadStatus()
    },
    onError: (error) => sayFailure(t('stop_failed'), error),
  })
  return {
    start: (anew: boolean) => starting.mutate(anew),
    isStarting: starting.isPending,
    stop: () => stopping.mutate(),
    isStopping: stopping.isPending,
  }
}
