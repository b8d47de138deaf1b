/** `subscribe` fits `useSyncExternalStore`; it returns a function that unsubscribes. */
export type Watchers = { watch: (watcher: () => void) => () => void; tellAll: () => void }

/** Creates an emitter without payload, for modules whose state is shared by the whole page. */
export function makeWatchers(): Watchers {
  const watchers = new Set<() => void>()
  return {
    watch: (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    tellAll: () => {
      for (const watcher of watchers) watcher()
    },
  }
}
