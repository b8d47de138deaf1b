import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranscribeNew } from '#features/generate/web.tsx'
import { loadRecoverableRecordings } from '#features/recorder/web.tsx'
import { seconds } from '#shared/units.ts'
import type { Millis } from '#shared/units.ts'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { useTimeout } from '#browser/timers/timerHooks.ts'
import { withNamespace } from '#browser/i18n/i18n.ts'

/** Delay before loading, so that the page itself loads first. */
const LOAD_DELAY: Millis = seconds(2)

const RecoverableList = lazyComponent(withNamespace('recorder', loadRecoverableRecordings))

/** Unfinished recordings of this account, in this browser or on another device. Renders nothing when there are none. */
export function RecoverableRecordings() {
  const navigate = useNavigate()
  const transcribeNew = useTranscribeNew()
  const [isLoadTime, setIsLoadTime] = useState(false)
  useTimeout(() => setIsLoadTime(true), LOAD_DELAY)
  return isLoadTime ? (
    <RecoverableList
      errorFallback={null}
      onOpenFile={(id) => void navigate({ to: '/file/$id', params: { id } })}
      onNewFile={transcribeNew}
    />
  ) : null
}
