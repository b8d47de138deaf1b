import { recorder } from '#features/recorder/web/engine/appRecorder.ts'
import { discardKept, finishKept, soundOfKept, unfinishedHere } from '#features/recorder/web/engine/kept.ts'
import { mayHaveKept } from '#features/recorder/web/engine/keptNote.ts'
import { Recorder } from '#features/recorder/web/engine/Recorder.ts'
import { send } from '#ui/send.ts'

/** What the test of the recorder may call, as the screens of the app do. */
const engine = {
  recorder,
  /** One that ends by itself after so long. */
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
