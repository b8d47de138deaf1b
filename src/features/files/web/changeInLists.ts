import type { QueryClient } from '@tanstack/react-query'
import type { LibraryRow } from '../contract.ts'
import { changeRows, takeBack } from './library.ts'
import type { Guess } from './library.ts'
import { changeLibrary, files, readLibrary } from './queries.ts'

type RecentReply = Awaited<ReturnType<typeof files.simple>>

/**
 * Shows a change in every list before the server has replied; `null` removes the recording. Resolves to a function that reverts
 * it. The caller reloads the changes afterwards.
 */
export async function changeInLists(
  queries: QueryClient,
  ids: readonly string[],
  change: (file: LibraryRow) => LibraryRow | null,
): Promise<() => Promise<void>> {
  const wanted = new Set(ids)
  const library = readLibrary(queries)
  const before = new Map(library?.files.flatMap((file) => (wanted.has(file.id) ? [[file.id, file]] : [])))
  const after = new Map([...before].map(([id, file]) => [id, change(file)]))
  await changeLibrary(queries, (known) => changeRows(known, after))
  const guess: Guess | undefined = library && { library, before, after }
  const forgetRecent = await changeInRecent(queries, wanted, change)
  return async () => {
    forgetRecent()
    if (guess) await changeLibrary(queries, (known) => takeBack(known, guess))
  }
}

/** Changes the five recordings of Home where they were loaded separately. */
async function changeInRecent(
  queries: QueryClient,
  wanted: ReadonlySet<string>,
  change: (file: LibraryRow) => LibraryRow | null,
): Promise<() => void> {
  const queryKey = files.simple.key()
  await queries.cancelQueries({ queryKey })
  const before = queries.getQueriesData<RecentReply>({ queryKey })
  queries.setQueriesData<RecentReply>({ queryKey }, (reply) => {
    if (!reply) return reply
    const data_file_list = reply.data_file_list.flatMap((file) => {
      const next = wanted.has(file.id) ? change(file) : file
      return next ? [{ ...file, ...next }] : []
    })
    return { ...reply, data_file_list }
  })
  return () => {
    for (const [key, reply] of before) queries.setQueryData(key, reply)
  }
}
