import type { Millis } from '#shared/units.ts'
import type { TranscribedWindow } from './speech.ts'

/** Decodes a window and reports how far it is. */
export type DecodeInQueue = (onProgress: (done: Millis) => void) => Promise<TranscribedWindow>

/** What receives the windows. After 'stop' no further window is added. */
export type WindowReceiver = {
  readonly onWindow: (window: TranscribedWindow) => Promise<void | 'stop'>
  readonly onProgress: (done: Millis) => void
}

/**
 * Returns a queue that decodes up to `limit` windows at once and passes them on in order, each after the previous one is saved.
 * Only the first window that is not saved yet reports its progress, so that it never goes back.
 */
export function createWindowQueue(limit: number, { onWindow, onProgress }: WindowReceiver) {
  const unsaved: Promise<void>[] = []
  let lastSaved = Promise.resolve()
  let isStopped = false
  const saveAfter = async (previous: Promise<void>, decoded: Promise<TranscribedWindow>): Promise<void> => {
    await previous
    if ((await onWindow(await decoded)) === 'stop') isStopped = true
    void unsaved.shift()
  }
  return {
    add: (decode: DecodeInQueue): void => {
      const decoded = decode((done) => unsaved[0] === saved && onProgress(done))
      const saved = saveAfter(lastSaved, decoded)
      // A failure is thrown where the window is waited for.
      for (const promise of [decoded, saved]) promise.catch(() => undefined)
      unsaved.push((lastSaved = saved))
    },
    /** Resolves when another window may be added. Throws the error of a window before. */
    freePlace: async (): Promise<void> => {
      if (unsaved.length >= limit) await unsaved[0]
    },
    /** Resolves when all windows are saved. Throws the error of the first that failed. */
    allSaved: async (): Promise<void> => await lastSaved,
    isEmpty: (): boolean => unsaved.length === 0,
    isStopped: (): boolean => isStopped,
  }
}
