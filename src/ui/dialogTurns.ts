import { useEffect, useSyncExternalStore } from 'react'

/**
 * Every dialog of the shell, in the order they go first: what the server says, what must be answered, what one asked for
 * oneself, what is offered. A dialog that stands on another (a question within the settings) belongs to that one.
 */
export const DIALOG_ORDER = [
  'server_notice',
  'address_notice',
  'policy',
  'sign_out',
  'break',
  'palette',
  'shortcuts',
  'settings',
  'upload',
  'open_desktop',
  'download',
  'long_transcription',
  'announcement',
  'device_promo',
] as const
export type DialogName = (typeof DIALOG_ORDER)[number]

/**
 * True while this dialog may be shown: it wants to be, and none that goes before it does. The others wait for their turn, and
 * come back when it is theirs; so no two dialogs of the shell ever stand in each other's way.
 */
export function useDialogTurn(name: DialogName, wants: boolean): boolean {
  useEffect(() => {
    if (!wants) return
    waiting.set(name, (waiting.get(name) ?? 0) + 1)
    tell()
    return () => {
      const left = (waiting.get(name) ?? 1) - 1
      if (left > 0) waiting.set(name, left)
      else waiting.delete(name)
      tell()
    }
  }, [name, wants])
  const first = useSyncExternalStore(watch, () => DIALOG_ORDER.find((one) => waiting.has(one)))
  return wants && first === name
}

const waiting = new Map<DialogName, number>()
const watchers = new Set<() => void>()

function tell(): void {
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
