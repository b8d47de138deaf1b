import { client } from '#shared/client.ts'
import { send } from '#browser/http/send.ts'
import { exportContract } from '../contract.ts'

/** The API client of this feature. */
export const exportApi = client('export', exportContract, send)
