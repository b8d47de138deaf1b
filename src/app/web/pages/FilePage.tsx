import { PlayerProvider, useFile } from '#features/files/web.tsx'
import { useMe } from '#features/me/web.tsx'
import { usePageTitle } from '#ui/usePageTitle.ts'
import { useWords } from '#ui/words.ts'
import { BackToList } from '../shell/BackToList.tsx'
import { usePlace } from '../shell/usePlace.ts'
import { FilePane } from './file/FilePane.tsx'
import { FileSkeleton } from './file/FileSkeleton.tsx'
import { FileTrouble } from './file/FileTrouble.tsx'
import { useNoteSampleRead } from './home/sampleRead.ts'

/** /file/{id} (A§2): header, summary, transcript and player of one recording, each from the feature that owns it. */
export function FilePage() {
  const id = usePlace().fileId ?? ''
  return (
    <>
      <BackToList />
      <div className="min-h-0 flex-1">
        <OpenFile key={id} id={id} />
      </div>
    </>
  )
}

function OpenFile({ id }: { id: string }) {
  const t = useWords('app')
  const { file, error, isFetching, refetch } = useFile(id)
  usePageTitle(file?.filename ?? t('file_title'))
  useNoteSampleRead(file?.scene, useMe()?.id)
  if (file) {
    return (
      <PlayerProvider fileId={id} duration={file.duration}>
        <FilePane file={file} />
      </PlayerProvider>
    )
  }
  if (file === undefined && !error) return <FileSkeleton />
  return <FileTrouble error={error} retrying={isFetching} onRetry={() => void refetch()} />
}
