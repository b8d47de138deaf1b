/** `watch` is what `useSyncExternalStore` subscribes with; it answers how to stop. */
export type Watchers = { watch: (watcher: () => void) => () => void; tellAll: () => void }

/** Those who are to know when something changes that a module keeps for the whole page. */
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
