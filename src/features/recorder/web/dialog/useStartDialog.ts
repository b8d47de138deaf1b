import { useState } from 'react'
import { useRecorder, useRecorderState } from '../RecorderContext.ts'

/** State and actions of the start dialog. `onBegun` is called when the recording has started. */
export function useStartDialog({ onBegun }: { onBegun: () => void }) {
  const recorder = useRecorder()
  const phase = useRecorderState((state) => state.phase)
  const trouble = useRecorderState((state) => state.trouble)
  const [isSharingWanted, setIsSharingWanted] = useState(false)
  const [isStarting, setStarting] = useState(false)
  const support = recorder.canRecord()
  const blocked = support === 'ready' ? null : { kind: support }
  const currentPhase = () => recorder.store.getState().phase
  const open = (deviceId?: string) => recorder.open({ tabSound: isSharingWanted, ...(deviceId && { deviceId }) })
  const begin = async (details: { filename: string; folderId: string | null }) => {
    if (currentPhase() !== 'ready') await open()
    if (currentPhase() === 'ready') await recorder.start(details)
  }
  const start = async (details: { filename: string; folderId: string | null }) => {
    if (blocked || isStarting) return
    setStarting(true)
    await begin(details).finally(() => setStarting(false))
    if (currentPhase() === 'recording') onBegun()
  }
  const share = (isWanted: boolean) => {
    setIsSharingWanted(isWanted)
    if (phase !== 'ready') return
    if (isWanted) void recorder.addTabSound()
    else recorder.dropTabSound()
  }
  return {
    /** Recording is impossible here; known before any action. */
    blocked,
    trouble: blocked ?? trouble,
    hasFailed: phase === 'failed',
    isStarting,
    isSharingWanted,
    open: (deviceId?: string) => void open(deviceId),
    share,
    // Sharing failed or has no audio: the microphone is open anyway.
    retry: () => (phase === 'ready' ? share(true) : void open()),
    start: (details: { filename: string; folderId: string | null }) => void start(details),
  }
}
