import { client } from '#kit/client.ts'
import { send } from '#ui/send.ts'
import { integrationsContract } from '../contract.ts'

/** The calls about connected programs, as the browser makes them. */
export const integrations = client('integrations', integrationsContract, send)
