import { afterAll, beforeEach } from 'vitest'
import type { PaymentGateway } from '#platform/payments/payments.ts'
import { openTestStripe, type TestOptions } from './openTestStripe.ts'
import { type ReplayServer, startReplayServer } from './startReplayServer.ts'

/**
 * Starts a server for the tests of a file and opens the Stripe gateway with it. The server is reset before each test and closed
 * after the last one. Await it at the top of the file.
 */
export async function setUpStripe(options: TestOptions = {}): Promise<{ server: ReplayServer; stripe: PaymentGateway }> {
  const server = await startReplayServer()
  beforeEach(() => server.reset())
  afterAll(() => server[Symbol.asyncDispose]())
  return { server, stripe: openTestStripe(server.url, options) }
}
