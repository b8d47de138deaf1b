import { client } from '#kit/client.ts'
import { send } from '#ui/send.ts'
import { transcriptionContract } from '../contract.ts'

/** The typed HTTP client of the transcription contract. */
export const transcription = client('transcription', transcriptionContract, send)
