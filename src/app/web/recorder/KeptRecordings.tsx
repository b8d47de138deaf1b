import { useState } from 'react'
import { useTranscribe } from '#features/generate/web.tsx'
import { loadRecoverableRecordings } from '#features/recorder/web.tsx'
import { paths } from '#kit/paths.ts'
import { seconds } from '#kit/units.ts'
import type { Millis } from '#kit/units.ts'
import { lazyComponent } from '#ui/lazyPart.tsx'
import { useOpenPage } from '#ui/PageLink.tsx'
import { useTimeout } from '#ui/useTimeout.ts'
import { withNamespace } from '../withWords.ts'

/** Delay before loading, so that the page itself loads first. */
const LOAD_DELAY: Millis = seconds(2)

const RecoverableList = lazyComponent(withNamespace('recorder', loadRecoverableRecordings))

/** Unfinished recordings of this account, in this browser or on another device. Renders nothing when there are none. */
export function RecoverableRecordings() {
  const openPage = useOpenPage()
  const transcribe = useTranscribe()
  const [isLoadTime, setIsLoadTime] = useState(false)
  useTimeout(() => setIsLoadTime(true), LOAD_DELAY)
  return isLoadTime ? (
    <RecoverableList errorFallback={null} onOpenFile={(id) => openPage(paths.file(id))} onTranscribe={transcribe} />
  ) : null
}
