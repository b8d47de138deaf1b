import { useCallback } from 'react'
import { useStart } from './useStart.ts'

/** Begins transcription and summary of a recording that has just come in. The function stays the same between renders. */
export function useTranscribe(): (fileId: string) => void {
  const { mutate } = useStart()
  return useCallback((fileId) => mutate({ fileId }), [mutate])
}
