import { makeWatchers } from '#ui/makeWatchers.ts'

/** The action that a user without a membership tried: one that requires a recorder, an upload, or a recording in the browser. */
export type Gated = 'device' | 'upload' | 'record'

let asked: Gated | undefined
const { watch, tellAll } = makeWatchers()

/** Shows the dialog that offers a recorder. Undefined closes it. */
export function askForDevice(what: Gated | undefined): void {
  asked = what
  tellAll()
}

export const deviceAsked = (): Gated | undefined => asked

export const watchDeviceAsked = watch
