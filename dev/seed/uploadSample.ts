import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { Segment } from '#features/files/contract.ts'
import type { SeedClient } from './SeedClient.ts'
import type { RecordingDraft } from './draftRecordings.ts'

const SAMPLE_FILE = fileURLToPath(new URL('../../assets/welcome/two-cities.mp3', import.meta.url))
/** The transcript of the sample by our speech engine, with times. */
const TRANSCRIPT_FILE = new URL('two-cities.json', import.meta.url)
const SUMMARY = `## What it is

The opening of *A Tale of Two Cities* by Charles Dickens, read aloud.

## Main points

- An age of opposites: the best of times and the worst of times, light and darkness, hope and despair.
- Its noisiest voices spoke of it only in superlatives, much as people do of the present.`

/** Uploads a recording with real audio and its real transcript, like every client (B§4). */
export async function uploadSample({ upload, files, put }: SeedClient, draft: RecordingDraft): Promise<void> {
  const sound = await readFile(SAMPLE_FILE)
  const { data } = await upload.presign({ body: { filesize: sound.length, file_type: 'MP3' } })
  const { upload_id, object_name, part_urls } = data
  const Etag = await put(part_urls[0] ?? '', sound)
  await upload.merge({ body: { upload_id, object_name, parts: [{ Etag, PartNumber: 1 }] } })
  const confirmFields = { filename: draft.filename, scene: draft.scene, start_time: draft.startTime.getTime(), file_type: 'MP3' }
  const { data_file } = await upload.confirm({
    body: { upload_id, object_name, ...confirmFields, filetag_id_list: draft.folderIds },
  })
  const trans_result = z.array(Segment).parse(JSON.parse(await readFile(TRANSCRIPT_FILE, 'utf8')))
  await files.change({ params: { id: data_file.id }, body: { trans_result, ai_content: SUMMARY } })
}
