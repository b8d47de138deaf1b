import { useQuery } from '@tanstack/react-query'
import type { PayPlatform } from '../contract.ts'
import { pricingQuery } from './pricingQuery.ts'

const NONE: readonly PayPlatform[] = []

/** Returns what can be paid with: the list of the server (A§6). */
export const usePayMethods = (): readonly PayPlatform[] => useQuery(pricingQuery).data?.data.pay_methods ?? NONE
