import { client } from '#kit/client.ts'
import { send } from '#ui/send.ts'
import { transcriptionContract } from '../contract.ts'

/** The calls of this feature. */
export const transcription = client('transcription', transcriptionContract, send)
