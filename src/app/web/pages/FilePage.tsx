import { FileView } from '#features/files/web.tsx'
import { usePageTitle } from '#ui/usePageTitle.ts'
import { useWords } from '#ui/words.ts'
import { BackToList } from '../shell/BackToList.tsx'
import { usePlace } from '../shell/usePlace.ts'

/** /file/{id} (A§2). The view itself gives the page the recording's name once it has it. */
export function FilePage() {
  const t = useWords('app')
  const id = usePlace().fileId ?? ''
  usePageTitle(t('file_title'))
  return (
    <>
      <BackToList />
      <div className="min-h-0 flex-1">
        <FileView key={id} id={id} />
      </div>
    </>
  )
}
