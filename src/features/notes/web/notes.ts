import { client } from '#kit/client.ts'
import { send } from '#ui/send.ts'
import { notesContract } from '../contract.ts'

/** The calls of this feature. */
export const notes = client('notes', notesContract, send)
