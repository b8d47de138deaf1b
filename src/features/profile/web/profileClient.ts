import { client } from '#shared/client.ts'
import { send } from '#browser/http/send.ts'
import { profileContract } from '../contract.ts'

/** The typed client for the routes of the signed-in user. */
export const profileClient = client('me', profileContract, send)
