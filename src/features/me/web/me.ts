import { client } from '#kit/client.ts'
import { send } from '#ui/send.ts'
import { meContract } from '../contract.ts'

/** The calls about oneself, as the browser makes them. */
export const me = client('me', meContract, send)
