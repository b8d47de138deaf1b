import { useState } from 'react'
import { PlayerProvider, useFile } from '#features/files/web.tsx'
import { useMe } from '#features/me/web.tsx'
import { usePageTitle } from '#ui/usePageTitle.ts'
import { useWords } from '#ui/words.ts'
import { BackToList } from '../shell/BackToList.tsx'
import { usePlace } from '../shell/usePlace.ts'
import { FilePane } from './file/FilePane.tsx'
import { FileSkeleton } from './file/FileSkeleton.tsx'
import { FileStepKeys, FileSteps } from './file/FileSteps.tsx'
import { FileTrouble } from './file/FileTrouble.tsx'
import { useNoteSampleRead } from './home/sampleRead.ts'

/** /file/{id} (A§2): header, summary, transcript and player of one recording. */
export function FilePage() {
  const id = usePlace().fileId ?? ''
  return (
    <>
      {/* When the list does not fit beside the recording, the link back to it and the step buttons are above. */}
      <BackToList>
        <FileSteps id={id} className="ml-auto" />
      </BackToList>
      <FileStepKeys id={id} />
      <div className="min-h-0 flex-1">
        <OpenFile key={id} id={id} />
      </div>
    </>
  )
}

function OpenFile({ id }: { id: string }) {
  const t = useWords('app')
  const { file, error, isFetching, refetch } = useFile(id)
  const [wasThere, setWasThere] = useState(false)
  if (file && !wasThere) setWasThere(true)
  usePageTitle(file?.filename ?? t('file_title'))
  useNoteSampleRead(file?.scene, useMe()?.id)
  if (file) {
    return (
      <PlayerProvider fileId={id} duration={file.duration}>
        <FilePane file={file} steps={<FileSteps id={id} className="max-md:hidden" />} />
      </PlayerProvider>
    )
  }
  if (file === undefined && !error) return <FileSkeleton />
  return <FileTrouble error={error} wasThere={wasThere} retrying={isFetching} onRetry={() => void refetch()} />
}
