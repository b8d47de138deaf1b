import { useAction } from '#ui/action/useAction.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { saveBlob } from '#browser/page/saveBlob.ts'

type Download = { title: string; readAudio: () => Promise<Blob | null> }

/** Downloads the audio of a recording. */
export function useDownload() {
  const t = useTranslations('recorder')
  const save = async ({ title, readAudio }: Download) => {
    const audio = await readAudio()
    if (audio) saveBlob(audio, audioFileName(title))
  }
  return useAction(save, { failure: t('download_failed') })
}

/** Returns the file name for a download, without characters that file systems reject. */
export const audioFileName = (title: string): string => `${title.replace(/[\\/:*?"<>|\p{Cc}]+/gu, '-').trim() || 'recording'}.mp3`
