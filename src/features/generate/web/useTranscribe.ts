import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useFailureToast } from '#ui/useFailureToast.ts'
import { useWords } from '#ui/words.ts'
import { AUTO, generate } from './queries.ts'

/** Begins transcription and summary of a recording that has just come in. The function stays the same between renders. */
export function useTranscribe(): (fileId: string) => void {
  const t = useWords('generate')
  const sayFailure = useFailureToast()
  const queries = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (fileId: string) => generate.transsumm({ params: { id: fileId }, body: { info: AUTO, support_mul_summ: true } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: generate.status.key({}) }),
    onError: (error) => sayFailure(t('start_failed'), error),
  })
  return mutate
}
