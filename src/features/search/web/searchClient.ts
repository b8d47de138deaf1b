import { client } from '#shared/client.ts'
import { send } from '#browser/http/send.ts'
import { searchContract } from '../contract.ts'

/** The API client of this feature. */
export const search = client('search', searchContract, send)
