import { createContext, use } from 'react'
import { useStore } from 'zustand'
import type { Recorder } from './engine/Recorder.ts'
import type { RecorderState } from './engine/recorderState.ts'

/** What the screens use of the recorder; tests bring one that records nothing. */
export type RecorderHandle = Pick<Recorder, keyof Recorder>

export const RecorderContext = createContext<RecorderHandle | undefined>(undefined)

/** The recorder these screens show. */
export function useRecorder(): RecorderHandle {
  const recorder = use(RecorderContext)
  if (!recorder) throw new Error('there is no RecorderContext around this')
  return recorder
}

/** A part of the recorder's state; draws again when that part changes. */
export const useRecorderState = <T>(select: (state: RecorderState) => T): T => useStore(useRecorder().store, select)
