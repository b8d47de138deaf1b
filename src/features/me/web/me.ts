import { client } from '#kit/client.ts'
import { send } from '#ui/send.ts'
import { meContract } from '../contract.ts'

/** The typed client for the routes of the signed-in user. */
export const me = client('me', meContract, send)
