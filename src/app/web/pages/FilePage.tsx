import { useState } from 'react'
import { PlayerProvider, useFile } from '#features/files/web.tsx'
import { useMe } from '#features/profile/web.tsx'
import { usePageTitle } from '#browser/page/pageTitle.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { BackToListLink } from '../layout/panes/BackToListLink.tsx'
import { useAppLocation } from '../routing/appLocation.ts'
import { FilePane } from './file/FilePane.tsx'
import { FileSkeleton } from './file/FileSkeleton.tsx'
import { PreviousNextShortcuts, PreviousNextButtons } from './file/PreviousNextButtons.tsx'
import { FileError } from './file/FileError.tsx'
import { useMarkSampleRead } from './home/sampleRead.ts'

/** /file/{id} (A§2): header, summary, transcript and player of one recording. */
export function FilePage() {
  const id = useAppLocation().fileId ?? ''
  return (
    <>
      {/* When the list does not fit beside the recording, the link back to it and the step buttons are above. */}
      <BackToListLink>
        <PreviousNextButtons id={id} className="ml-auto" />
      </BackToListLink>
      <PreviousNextShortcuts id={id} />
      <div className="min-h-0 flex-1">
        <OpenFile key={id} id={id} />
      </div>
    </>
  )
}

function OpenFile({ id }: { id: string }) {
  const t = useTranslations('app')
  const { file, error, isFetching, refetch } = useFile(id)
  const [wasLoaded, setWasLoaded] = useState(false)
  if (file && !wasLoaded) setWasLoaded(true)
  usePageTitle(file?.filename ?? t('file_title'))
  useMarkSampleRead(file?.scene, useMe()?.id)
  if (file) {
    return (
      <PlayerProvider fileId={id} duration={file.duration}>
        <FilePane file={file} steps={<PreviousNextButtons id={id} className="max-md:hidden" />} />
      </PlayerProvider>
    )
  }
  if (file === undefined && !error) return <FileSkeleton />
  return <FileError error={error} wasLoaded={wasLoaded} retrying={isFetching} onRetry={() => void refetch()} />
}
