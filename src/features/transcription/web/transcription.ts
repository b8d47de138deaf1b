import { client } from '#shared/client.ts'
import { send } from '#browser/http/send.ts'
import { transcriptionContract } from '../contract.ts'

/** The typed HTTP client of the transcription contract. */
export const transcription = client('transcription', transcriptionContract, send)
