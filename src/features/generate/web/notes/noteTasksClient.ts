import { client } from '#shared/client.ts'
import { send } from '#browser/http/send.ts'
import { noteTasksContract } from '../../contract.ts'

/** The typed HTTP client for summaries that are created again and for further notes. */
export const noteTasks = client('note-tasks', noteTasksContract, send)
