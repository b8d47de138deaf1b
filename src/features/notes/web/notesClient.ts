import { client } from '#shared/client.ts'
import { send } from '#browser/http/send.ts'
import { notesContract } from '../contract.ts'

/** The typed HTTP client of the notes contract. */
export const notes = client('notes', notesContract, send)
