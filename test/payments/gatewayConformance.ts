import { describe } from 'vitest'
import { seconds, type Millis } from '#shared/units.ts'
import { describeCheckouts } from './conformance/checkouts.ts'
import { describeNotifications } from './conformance/notifications.ts'
import { describePayments } from './conformance/payments.ts'
import { describePlanChanges } from './conformance/planChanges.ts'
import { describeSubscriptions } from './conformance/subscriptions.ts'
import type { OpenHarness } from './GatewayHarness.ts'

/**
 * Describes the behaviour of every payment provider behind the port. It uses only the port and the harness, so that the sandbox and
 * the test mode of a real provider must meet the same requirements.
 */
export function describeGateway(
  name: string,
  openHarness: OpenHarness,
  { timeout = seconds(60) }: { timeout?: Millis } = {},
): void {
  describe(`${name} as a payment gateway`, { timeout }, () => {
    describeCheckouts(openHarness)
    describeSubscriptions(openHarness)
    describePlanChanges(openHarness)
    describePayments(openHarness)
    describeNotifications(openHarness)
  })
}
