import { useQueryClient } from '@tanstack/react-query'
import { followDownload } from '#browser/page/saveBlob.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Refused, isRefused } from '#shared/client.ts'
import { useFailureToast } from '#ui/toast/useFailureToast.ts'
import { files } from '../filesClient.ts'
import { invalidateFiles } from '../sync/libraryCache.ts'

/** Returns a function that downloads the audio of a recording as it was stored, under the name of the recording. */
export function useDownloadAudio(): (file: { id: string }) => Promise<void> {
  const t = useTranslations('files')
  const showFailure = useFailureToast()
  const queries = useQueryClient()
  return async ({ id }) => {
    try {
      const { temp_url } = await files.tempUrl({ params: { id }, query: {} })
      followDownload(temp_url)
    } catch (error) {
      // The audio or the recording was deleted after the list was loaded.
      if (error instanceof Refused) invalidateFiles(queries)
      showFailure(failureMessage(error), error)
    }
  }

  function failureMessage(error: unknown): string {
    if (isRefused(error, files.tempUrl, 'audioDeleted')) return t('audio_deleted_meanwhile')
    const isGone = error instanceof Refused && error.httpStatus === 404
    return isGone ? t('file_deleted_meanwhile') : t('audio_download_failed')
  }
}
