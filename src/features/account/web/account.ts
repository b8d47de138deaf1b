import { client } from '#kit/client.ts'
import { send } from '#ui/send.ts'
import { accountContract } from '../contract.ts'

/** The account's calls, as the browser makes them. */
export const account = client('account', accountContract, send)
