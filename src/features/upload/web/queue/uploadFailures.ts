import { Refused, Unreachable } from '#shared/client.ts'
import { wrongParts } from '../../contract.ts'
import { TranscodeError } from '../transcoding/transcode.ts'
import { PartRefusedError, PartFailedError, BytesMissingError } from '../sending/withRetry.ts'
import type { ItemFailure } from './uploadItem.ts'

/** Maps an error of the upload to the status of the item (B§4). */
export function toUploadFailure(error: unknown): ItemFailure {
  if (error instanceof PartFailedError) return toPartFailure(error.cause)
  if (error instanceof Unreachable) return { status: 'networkError', reason: null }
  if (error instanceof BytesMissingError) return { status: 'refused', reason: 'bytesLost' }
  const refusal = error instanceof Refused ? BY_REFUSAL[error.refusal ?? ''] : undefined
  return refusal ?? { status: 'refused', reason: 'server' }
}

/** Maps an error of the transcode to the status of the item (B§4). */
export function toTranscodeFailure(error: unknown): ItemFailure {
  const failure = error instanceof TranscodeError ? error.failure : 'damaged'
  if (failure === 'notLoaded') return { status: 'transcodeNetworkError', reason: null }
  if (failure === 'tooLong') return { status: 'tooLong', reason: null }
  return { status: 'transcodeError', reason: failure === 'cancelled' ? null : failure }
}

const NO_SPACE = { status: 'refused', reason: 'noRoom' } as const
/** The parts were sent again and still differ from what the server has. */
const WRONG_PARTS = { status: 'refused', reason: 'partsWrong' } as const
const CONNECTION_LOST = { status: 'uploadNetworkError', reason: null } as const

/** By refusal name of the contract. */
const BY_REFUSAL: Partial<Record<string, ItemFailure>> = {
  tooShort: { status: 'tooShort', reason: null },
  tooLong: { status: 'tooLong', reason: null },
  tooLarge: { status: 'tooLarge', reason: null },
  notSound: { status: 'refused', reason: 'noSoundInside' },
  noRoom: NO_SPACE,
  noMember: { status: 'refused', reason: 'noMember' },
  tooMuch: { status: 'refused', reason: 'tooMuch' },
  accountFull: { status: 'refused', reason: 'accountFull' },
  transcriptTooLarge: { status: 'refused', reason: 'textsRefused' },
  summaryTooLarge: { status: 'refused', reason: 'textsRefused' },
  uploadExpired: CONNECTION_LOST,
  ...Object.fromEntries(Object.keys(wrongParts).map((name) => [name, WRONG_PARTS])),
  notMerged: WRONG_PARTS,
}

const INSUFFICIENT_STORAGE = 507

const toPartFailure = (cause: unknown): ItemFailure =>
  cause instanceof PartRefusedError && cause.httpStatus === INSUFFICIENT_STORAGE ? NO_SPACE : CONNECTION_LOST
