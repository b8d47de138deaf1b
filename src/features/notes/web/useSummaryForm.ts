import { useQuery } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { SummaryForm } from '../contract.ts'
import { notes } from './notesClient.ts'

/**
 * Returns the structured form of a summary. It is undefined until it is loaded, and when the Markdown was edited since.
 * `isPending` is true during the first request.
 */
export function useSummaryForm(fileId: string, markdown: string): { form: SummaryForm | undefined; isPending: boolean } {
  const input = { headers: { 'file-id': fileId }, query: {} }
  const { data, isLoading, failureCount } = useQuery({
    queryKey: notes.queryNote.key(input),
    queryFn: ({ signal }) => notes.queryNote(input, { signal }),
    enabled: markdown !== '',
  })
  const note = data?.data.find((candidate) => candidate.note_type === 'auto_sum_note')
  const form = note?.data_content === markdown ? (note.extra.form ?? undefined) : undefined
  return { form, isPending: isLoading && failureCount === 0 }
}

/** Invalidates the notes of all recordings. */
export function invalidateNotes(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: notes.queryNote.key() })
}
