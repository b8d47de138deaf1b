import { createContext, use } from 'react'
import { useStore } from 'zustand'
import type { Recorder } from './engine/Recorder.ts'
import type { RecorderState } from './engine/recorderState.ts'

/** The part of the recorder that the screens use; tests pass a fake. */
export type RecorderHandle = Pick<Recorder, keyof Recorder>

export const RecorderContext = createContext<RecorderHandle | undefined>(undefined)

/** Returns the recorder of the surrounding context. */
export function useRecorder(): RecorderHandle {
  const recorder = use(RecorderContext)
  if (!recorder) throw new Error('there is no RecorderContext around this')
  return recorder
}

/** Selects a part of the recorder's state; renders again when that part changes. */
export const useRecorderState = <T>(select: (state: RecorderState) => T): T => useStore(useRecorder().store, select)
