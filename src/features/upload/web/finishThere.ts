import type { File } from '#features/files/contract.ts'
import type { Client } from '#kit/client.ts'
import { seconds } from '#kit/units.ts'
import { now } from '#ui/time.ts'
import type { UnfinishedUpload, uploadContract } from '../contract.ts'
import type { Patience } from './patiently.ts'
import { BytesMissing, uploadFile } from './uploadFile.ts'
import type { UploadTools } from './UploadTools.ts'

/**
 * Finishes an upload of another browser whose parts have all arrived; its file is not needed. Returns the file of the library.
 * Rejects with the errors of the calls, and with `BytesMissingError` when a part is missing after all.
 */
export async function finishThere(
  calls: Client<typeof uploadContract>,
  { upload_id, object_name, file_type, filename, filesize, source_md5, begun_at }: UnfinishedUpload,
  patience: Patience,
): Promise<File> {
  const md5Of = () => Promise.reject(new BytesMissing('nothing here to be read'))
  const tools: UploadTools = { ...patience, calls, md5Of, tell: () => {} }
  return uploadFile(tools, {
    blob: null,
    type: file_type === 'OPUS' ? 'OPUS' : 'MP3',
    filename: filename ?? '',
    sourceMd5: source_md5,
    startTime: seconds(begun_at),
    sessionId: Math.floor(now() / seconds(1)),
    duration: null,
    folderId: null,
    begun: { upload: { upload_id, object_name }, bytes: filesize, arrived: null },
  })
}
