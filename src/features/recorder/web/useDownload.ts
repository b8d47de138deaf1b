import { useState } from 'react'
import { useFailureToast } from '#ui/useFailureToast.ts'
import { useWords } from '#ui/words.ts'
import { saveBlob } from '#ui/saveBlob.ts'

/** Downloads the audio of a recording; `isBusy` while it is being read. */
export function useDownload(): {
  download: (title: string, bring: () => Promise<Blob | null>) => Promise<void>
  isBusy: boolean
} {
  const t = useWords('recorder')
  const sayFailure = useFailureToast()
  const [isBusy, setBusy] = useState(false)
  const download = async (title: string, bring: () => Promise<Blob | null>) => {
    setBusy(true)
    try {
      const sound = await bring()
      if (sound) saveBlob(sound, soundFileName(title))
    } catch (error) {
      sayFailure(t('download_failed'), error)
    } finally {
      setBusy(false)
    }
  }
  return { download, isBusy }
}

/** Returns the file name for a download, without characters that file systems reject. */
export const soundFileName = (title: string): string => `${title.replace(/[\\/:*?"<>|\p{Cc}]+/gu, '-').trim() || 'recording'}.mp3`
