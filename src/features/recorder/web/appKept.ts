import { discardKept, finishKept, soundOfKept, unfinishedHere } from './engine/kept.ts'
import type { KeptActs } from './useKept.ts'

/** The unfinished recordings of this account, in this browser and on the server. */
export const appKept: KeptActs = { list: unfinishedHere, finish: finishKept, discard: discardKept, sound: soundOfKept }
