import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { isNotFound } from '#shared/client.ts'
import { FILE_ID } from '../../contract.ts'
import type { File } from '../../contract.ts'
import { listFullFiles } from '../../rules.ts'
import { files } from '../filesClient.ts'
import { useIsDeleted } from './deletedFiles.ts'

type FileReply = Awaited<ReturnType<typeof files.list>>

/** Returns one recording with its results. `file` is null when no recording has this id, undefined while it is loading. */
export function useFile(id: string) {
  const isId = FILE_ID.test(id)
  const isDeleted = useIsDeleted(id)
  // A page that is open during the deletion keeps the recording until it is left.
  const [wasDeleted] = useState(isDeleted)
  const query = useQuery({
    queryKey: files.list.key(inputOf(id)),
    queryFn: ({ signal, client }) => fetchFile(client, id, signal),
    select: (reply) => reply.data_file_list[0] ?? null,
    enabled: isId && !isDeleted,
  })
  const exists = isId && !wasDeleted && !isNotFound(query.error)
  return { ...query, error: exists ? query.error : null, file: exists ? query.data : null }
}

/** Loads a recording. A transcript of the version that the page has is not sent again, because it may be several megabytes. */
async function fetchFile(queries: QueryClient, id: string, signal: AbortSignal): Promise<FileReply> {
  const shown = readShownFile(queries, id)
  const transcriptVersion = shown?.trans_result ? shown.extra_data.transcript_version : undefined
  const reply = await listFullFiles(files.list, [id], { signal, transcriptVersion })
  const withTranscript = (file: File): File => {
    const isKnown = transcriptVersion !== undefined && file.extra_data.transcript_version === transcriptVersion
    return isKnown && shown ? { ...file, trans_result: shown.trans_result } : file
  }
  return { ...reply, data_file_list: reply.data_file_list.map(withTranscript) }
}

/** Changes the shown recording before the server has replied; a reload corrects it. */
export function changeShownFile(queries: QueryClient, id: string, change: Partial<File> | ((file: File) => Partial<File>)): void {
  const changeOf = typeof change === 'function' ? change : () => change
  queries.setQueryData<FileReply>(files.list.key(inputOf(id)), (reply) => {
    return reply && { ...reply, data_file_list: reply.data_file_list.map((file) => ({ ...file, ...changeOf(file) })) }
  })
}

/** Returns a recording whose page has been shown. */
export const readShownFile = (queries: QueryClient, id: string): File | undefined =>
  queries.getQueryData<FileReply>(files.list.key(inputOf(id)))?.data_file_list[0]

const inputOf = (id: string) => ({ query: {}, body: [id] })
