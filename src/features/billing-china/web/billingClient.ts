import { client } from '#shared/client.ts'
import { send } from '#browser/http/send.ts'
import { billingChinaContract } from '../contract.ts'

export const billingClient = client('billing-china', billingChinaContract, send)
