import { useQuery } from '@tanstack/react-query'
import { client } from '#shared/client.ts'
import type { Bytes } from '#shared/units.ts'
import { minutes } from '#shared/units.ts'
import { send } from '#browser/http/send.ts'
import { DEFAULT_UPLOAD_LIMIT, uploadContract } from '../../contract.ts'

const { webConfig } = client('upload', uploadContract, send)

/** Returns the upload limit: the server's `upload_limit_size`, and 500 MB (B§9) until it is loaded. */
export function useUploadLimit(): Bytes {
  const { data } = useQuery({
    queryKey: webConfig.key({}),
    queryFn: ({ signal }) => webConfig({}, { signal }),
    staleTime: minutes(10),
  })
  return data?.data.upload_limit_size ?? DEFAULT_UPLOAD_LIMIT
}
