import { recorder } from '#features/recorder/web/engine/appRecorder.ts'
import {
  discardRecoverable,
  finishRecoverable,
  readRecoverableAudio,
  listRecoverable,
} from '#features/recorder/web/engine/recoverableRecordings.ts'
import { mayHaveRecoverable } from '#features/recorder/web/engine/recoverable.ts'
import { Recorder } from '#features/recorder/web/engine/Recorder.ts'
import { send } from '#browser/http/send.ts'

/** The functions that the recorder tests call in the page, as the app's screens do. */
const engine = {
  recorder,
  /** Returns a recorder that stops by itself after this time in ms. */
  recorderFor: (maxDuration: number) => new Recorder(send, { maxDuration }),
  unfinishedHere: () => listRecoverable(),
  finishKept: (id: string) => finishRecoverable(id),
  discardKept: (id: string) => discardRecoverable(id),
  readRecoverableAudio,
  mayHaveRecoverable,
}
export type Engine = typeof engine

declare global {
  interface Window {
    engine: Engine
  }
}
window.engine = engine
