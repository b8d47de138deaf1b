import { useState } from 'react'
import { useFailureToast } from '#ui/toast/useFailureToast.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { saveBlob } from '#browser/page/saveBlob.ts'

/** Downloads the audio of a recording; `isBusy` while it is being read. */
export function useDownload(): {
  download: (title: string, readAudio: () => Promise<Blob | null>) => Promise<void>
  isBusy: boolean
} {
  const t = useTranslations('recorder')
  const showFailure = useFailureToast()
  const [isBusy, setBusy] = useState(false)
  const download = async (title: string, readAudio: () => Promise<Blob | null>) => {
    setBusy(true)
    try {
      const audio = await readAudio()
      if (audio) saveBlob(audio, audioFileName(title))
    } catch (error) {
      showFailure(t('download_failed'), error)
    } finally {
      setBusy(false)
    }
  }
  return { download, isBusy }
}

/** Returns the file name for a download, without characters that file systems reject. */
export const audioFileName = (title: string): string => `${title.replace(/[\\/:*?"<>|\p{Cc}]+/gu, '-').trim() || 'recording'}.mp3`
