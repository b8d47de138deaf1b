import { client } from '#shared/client.ts'
import { send } from '#browser/http/send.ts'
import { filesContract } from '../contract.ts'

/** The API client of this feature. */
export const files = client('files', filesContract, send)
