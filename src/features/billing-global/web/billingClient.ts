import { client } from '#shared/client.ts'
import { send } from '#browser/http/send.ts'
import { billingGlobalContract } from '../contract.ts'

export const billingClient = client('billing-global', billingGlobalContract, send)
