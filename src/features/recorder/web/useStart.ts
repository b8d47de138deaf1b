import { useState } from 'react'
import { useRecorder, useRecorderState } from './RecorderContext.ts'

/** State and actions of the start dialog. `onBegun` is called when the recording has started. */
export function useStart({ onBegun }: { onBegun: () => void }) {
  const recorder = useRecorder()
  const phase = useRecorderState((state) => state.phase)
  const trouble = useRecorderState((state) => state.trouble)
  const [wantsShared, setWantsShared] = useState(false)
  const [isStarting, setStarting] = useState(false)
  const able = recorder.canRecord()
  const blocked = able === 'ready' ? null : { kind: able }
  const phaseNow = () => recorder.store.getState().phase
  const open = (deviceId?: string) => recorder.open({ tabSound: wantsShared, ...(deviceId && { deviceId }) })
  const begin = async (told: { filename: string; folderId: string | null }) => {
    if (phaseNow() !== 'ready') await open()
    if (phaseNow() === 'ready') await recorder.start(told)
  }
  const start = async (told: { filename: string; folderId: string | null }) => {
    if (blocked || isStarting) return
    setStarting(true)
    await begin(told).finally(() => setStarting(false))
    if (phaseNow() === 'recording') onBegun()
  }
  const share = (wants: boolean) => {
    setWantsShared(wants)
    if (phase !== 'ready') return
    if (wants) void recorder.addTabSound()
    else recorder.dropTabSound()
  }
  return {
    /** Recording is impossible here; known before any action. */
    blocked,
    trouble: blocked ?? trouble,
    hasFailed: phase === 'failed',
    isStarting,
    wantsShared,
    open: (deviceId?: string) => void open(deviceId),
    share,
    // Sharing failed or has no audio: the microphone is open anyway.
    retry: () => (phase === 'ready' ? share(true) : void open()),
    start: (told: { filename: string; folderId: string | null }) => void start(told),
  }
}
