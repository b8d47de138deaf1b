import { discardKept, finishKept, soundOfKept, unfinishedHere } from './engine/kept.ts'
import type { KeptActs } from './useKept.ts'

/** The recordings of this account that lie unfinished, in this browser and on the server. */
export const appKept: KeptActs = { list: unfinishedHere, finish: finishKept, discard: discardKept, sound: soundOfKept }
