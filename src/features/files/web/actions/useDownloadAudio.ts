import { useQueryClient } from '@tanstack/react-query'
import { followDownload } from '#browser/page/saveBlob.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Refused } from '#shared/client.ts'
import { useAction } from '#ui/action/useAction.ts'
import { files } from '../filesClient.ts'
import { invalidateFiles } from '../sync/libraryCache.ts'

/** Downloads the audio of a recording as it was stored, under the name of the recording. */
export function useDownloadAudio() {
  const t = useTranslations('files')
  const queries = useQueryClient()
  return useAction(({ id }: { id: string }) => files.tempUrl({ params: { id }, query: {} }), {
    failure: t('audio_download_failed'),
    calls: [files.tempUrl],
    refusals: { audioDeleted: t('audio_deleted_meanwhile'), 404: t('file_deleted_meanwhile') },
    onSuccess: ({ temp_url }) => followDownload(temp_url),
    // The audio or the recording was deleted after the list was loaded.
    onFailure: (error) => error instanceof Refused && invalidateFiles(queries),
  })
}
