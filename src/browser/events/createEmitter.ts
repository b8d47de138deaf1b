/** `subscribe` fits `useSyncExternalStore`; it returns a function that unsubscribes. */
export type Emitter = { subscribe: (listener: () => void) => () => void; emit: () => void }

/** Creates an emitter without payload, for modules whose state is shared by the whole page. */
export function createEmitter(): Emitter {
  const listeners = new Set<() => void>()
  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    emit: () => {
      for (const listener of listeners) listener()
    },
  }
}
