import type { File } from '#features/files/contract.ts'
import type { Client } from '#shared/client.ts'
import { seconds } from '#shared/units.ts'
import { random } from '#browser/random/random.ts'
import { now } from '#browser/timers/time.ts'
import type { UnfinishedUpload, uploadContract } from '../../contract.ts'
import { uploadFile } from './uploadFile.ts'
import type { UploadContext } from './uploadContext.ts'
import { BytesMissingError } from './withRetry.ts'

/**
 * Finishes an upload of another browser whose parts have all arrived; its file is not needed. Returns the file of the library.
 * Rejects with the errors of the calls, and with `BytesMissingError` when a part is missing after all.
 */
export async function finishRemoteUpload(
  calls: Client<typeof uploadContract>,
  { upload_id, object_name, file_type, filename, filesize, source_md5, begun_at }: UnfinishedUpload,
): Promise<File> {
  const computeMd5 = () => Promise.reject(new BytesMissingError('nothing here to be read'))
  const { signal } = new AbortController()
  const context: UploadContext = { calls, computeMd5, signal, pause: seconds(1), random, emit: () => {} }
  return uploadFile(context, {
    blob: null,
    type: file_type === 'OPUS' ? 'OPUS' : 'MP3',
    filename: filename ?? '',
    sourceMd5: source_md5,
    startTime: seconds(begun_at),
    sessionId: Math.floor(now() / seconds(1)),
    duration: null,
    folderId: null,
    channelSpans: null,
    begun: { upload: { upload_id, object_name }, bytes: filesize, arrived: null },
  })
}
