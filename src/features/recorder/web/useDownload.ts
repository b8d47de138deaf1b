import { useState } from 'react'
import { useFailureToast } from '#ui/useFailureToast.ts'
import { useWords } from '#ui/words.ts'
import { saveBlob } from '#ui/saveBlob.ts'
import { soundFileName } from './soundFileName.ts'

/** Puts the sound of a recording into the downloads; `isBusy` while it is being gathered. */
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
