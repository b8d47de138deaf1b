import type { QueryClient } from '@tanstack/react-query'
import type { FileRow } from '../contract.ts'
import { files } from './queries.ts'
import type { ListReply } from './queries.ts'

/**
 * Shows a change in every list before the server has answered; `null` takes the recording out. Resolves to what puts the
 * lists back as they were. The caller has them read again afterwards.
 */
export async function changeInLists(
  queries: QueryClient,
  ids: readonly string[],
  change: (file: FileRow) => FileRow | null,
): Promise<() => void> {
  const queryKey = files.simple.key()
  await queries.cancelQueries({ queryKey })
  const before = queries.getQueriesData<ListReply>({ queryKey })
  const wanted = new Set(ids)
  queries.setQueriesData<ListReply>({ queryKey }, (list) => list && { ...list, data_file_list: changed(list.data_file_list) })
  return () => {
    for (const [key, list] of before) queries.setQueryData(key, list)
  }

  function changed(rows: readonly FileRow[]): FileRow[] {
    return rows.flatMap((file) => {
      const next = wanted.has(file.id) ? change(file) : file
      return next ? [next] : []
    })
  }
}
