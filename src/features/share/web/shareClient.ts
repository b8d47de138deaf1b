import { client } from '#shared/client.ts'
import { send } from '#browser/http/send.ts'
import { shareContract } from '../contract.ts'

/** The API client of this feature. */
export const shares = client('share', shareContract, send)
