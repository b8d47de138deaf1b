import { client } from '#kit/client.ts'
import { send } from '#ui/send.ts'
import { siteContract } from '../contract.ts'

/** What the server says of itself, as the browser asks it. */
export const site = client('site', siteContract, send)
