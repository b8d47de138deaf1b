import { useQuery } from '@tanstack/react-query'
import { client } from '#shared/client.ts'
import { seconds } from '#shared/units.ts'
import { send } from '#browser/http/send.ts'
import { type UnfinishedUpload, uploadContract } from '../../contract.ts'
import { uploads as appUploads } from '../queue/appUploads.ts'
import type { Uploads } from '../queue/Uploads.ts'
import { useUploads } from '../queue/useUploads.ts'

const { unfinished } = client('upload', uploadContract, send)

export type UnfinishedState = {
  /** Begun in another browser or on another device, newest first. */
  readonly list: readonly UnfinishedUpload[]
  readonly isPending: boolean
  readonly isError: boolean
  readonly refetch: () => void
}

/** Returns the unfinished uploads of the account without those of this browser's own queue. */
export function useUnfinishedUploads(uploads: Uploads = appUploads): UnfinishedState {
  // Renders again when the queue changes.
  useUploads(uploads)
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: unfinished.key({}),
    queryFn: ({ signal }) => unfinished({}, { signal }),
    staleTime: seconds(10),
  })
  const list = (data?.data.list ?? []).filter(({ upload_id }) => !uploads.isOwn(upload_id))
  return { list, isPending, isError, refetch: () => void refetch() }
}
