import { client } from '#shared/client.ts'
import { send } from '#browser/http/send.ts'
import { askContract } from '../contract.ts'

/** The API client of this feature. */
export const ask = client('ask', askContract, send)
