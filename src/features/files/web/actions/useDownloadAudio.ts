import { followDownload } from '#browser/page/saveBlob.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useFailureToast } from '#ui/toast/useFailureToast.ts'
import { files } from '../filesClient.ts'

/** Returns a function that downloads the audio of a recording as it was stored, under the name of the recording. */
export function useDownloadAudio(): (file: { id: string }) => Promise<void> {
  const t = useTranslations('files')
  const showFailure = useFailureToast()
  return async ({ id }) => {
    try {
      const { temp_url } = await files.tempUrl({ params: { id }, query: {} })
      followDownload(temp_url)
    } catch (error) {
      showFailure(t('audio_download_failed'), error)
    }
  }
}
