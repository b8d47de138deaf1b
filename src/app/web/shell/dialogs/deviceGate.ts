import { makeWatchers } from '#ui/makeWatchers.ts'

/** What somebody without a membership wanted to do: something that needs a recorder, an upload, or to record in the browser. */
export type Gated = 'device' | 'upload' | 'record'

let asked: Gated | undefined
const { watch, tellAll } = makeWatchers()

/** Shows the dialog that offers a recorder, or (undefined) closes it. */
export function askForDevice(what: Gated | undefined): void {
  asked = what
  tellAll()
}

export const deviceAsked = (): Gated | undefined => asked

export const watchDeviceAsked = watch
