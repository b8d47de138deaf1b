import { client } from '#kit/client.ts'
import { send } from '#ui/send.ts'
import { profileContract } from '../contract.ts'

/** The typed client for the routes of the signed-in user. */
export const profileClient = client('me', profileContract, send)
