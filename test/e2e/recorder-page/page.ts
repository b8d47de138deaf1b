import { recorder } from '#features/recorder/web/engine/appRecorder.ts'
import { discardKept, finishKept, soundOfKept, unfinishedHere } from '#features/recorder/web/engine/kept.ts'
import { mayHaveKept } from '#features/recorder/web/engine/keptNote.ts'
import { Recorder } from '#features/recorder/web/engine/Recorder.ts'
import { send } from '#ui/send.ts'

/** What the recorder tests call in the page, as the app's screens do. */
const engine = {
  recorder,
  /** Returns a recorder that stops by itself after this time in ms. */
  recorderFor: (longest: number) => new Recorder(send, { longest }),
  unfinishedHere: () => unfinishedHere(),
  finishKept: (id: string) => finishKept(id),
  discardKept: (id: string) => discardKept(id),
  soundOfKept,
  mayHaveKept,
}
export type Engine = typeof engine

declare global {
  interface Window {
    engine: Engine
  }
}
window.engine = engine
