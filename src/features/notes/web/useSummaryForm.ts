import { useQuery } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { SummaryForm } from '../contract.ts'
import { notes } from './notes.ts'

/**
 * The parts of the summary the page shows as Markdown: what was read, who wrote it. Undefined while they are not known, and
 * when the text is no longer the one they describe. `isAwaited` while they are asked for and may well come.
 */
export function useSummaryForm(fileId: string, markdown: string): { form: SummaryForm | undefined; isAwaited: boolean } {
  const input = { headers: { 'file-id': fileId }, query: {} }
  const { data, isLoading, failureCount } = useQuery({
    queryKey: notes.queryNote.key(input),
    queryFn: ({ signal }) => notes.queryNote(input, { signal }),
    enabled: markdown !== '',
  })
  const note = data?.data.find((one) => one.note_type === 'auto_sum_note')
  const form = note?.data_content === markdown ? (note.extra.form ?? undefined) : undefined
  return { form, isAwaited: isLoading && failureCount === 0 }
}

/** Has the notes of every recording read again. */
export function rereadNotes(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: notes.queryNote.key() })
}
