/** What somebody without a membership wanted to do: something that needs a recorder, or an upload. */
export type Gated = 'device' | 'upload'

let asked: Gated | undefined
const watchers = new Set<() => void>()

/** Shows the dialog that offers a recorder, or (undefined) closes it. */
export function askForDevice(what: Gated | undefined): void {
  asked = what
  for (const tell of watchers) tell()
}

export const deviceAsked = (): Gated | undefined => asked

export function watchDeviceAsked(tell: () => void): () => void {
  watchers.add(tell)
  return () => watchers.delete(tell)
}
