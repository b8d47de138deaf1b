import { useState } from 'react'
import { useTranscribe } from '#features/generate/web.tsx'
import { loadKeptRecordings } from '#features/recorder/web.tsx'
import { paths } from '#kit/paths.ts'
import { seconds } from '#kit/units.ts'
import type { Millis } from '#kit/units.ts'
import { lazyPart } from '#ui/lazyPart.tsx'
import { useOpenPage } from '#ui/PageLink.tsx'
import { useTimeout } from '#ui/useTimeout.ts'
import { withWords } from '../withWords.ts'

/** Delay before loading, so that the page itself loads first. */
const WAITS: Millis = seconds(2)

const Kept = lazyPart(withWords('recorder', loadKeptRecordings))

/** Unfinished recordings of this account, in this browser or on another device. Renders nothing when there are none. */
export function KeptRecordings() {
  const openPage = useOpenPage()
  const transcribe = useTranscribe()
  const [isTime, setIsTime] = useState(false)
  useTimeout(() => setIsTime(true), WAITS)
  return isTime ? <Kept failed={null} onOpenFile={(id) => openPage(paths.file(id))} onTranscribe={transcribe} /> : null
}
