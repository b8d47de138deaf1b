import { expect } from 'vitest'
import type { NewCheckout } from '#platform/payments/payments.ts'
import { testServer } from '../server/testServer.ts'
import { newCheckout } from './buyPlan.ts'
import { createSandboxHarness, SANDBOX_SETTINGS, sandboxOf } from './openSandboxHarness.ts'

/** A customer on the sandbox pages of a real server. */
export async function openSandboxPages() {
  const server = await testServer({ settings: SANDBOX_SETTINGS })
  const harness = createSandboxHarness(server)
  const customer = await harness.createCustomer()
  const open = async (path: string) => {
    const response = await fetch(new URL(path, server.url), { redirect: 'manual' })
    return { status: response.status, headers: response.headers, html: await response.text() }
  }
  return {
    server,
    harness,
    gateway: harness.gateway,
    sandbox: sandboxOf(server),
    customer,
    /** Requests a page without following redirects. */
    open,
    /** Creates a checkout that redirects to this server. Returns its id and URL. */
    startCheckout: async (purchase: Parameters<typeof newCheckout>[2] = {}, changes: Partial<NewCheckout> = {}) => {
      const request = await newCheckout(harness, customer, purchase)
      const urls = { successUrl: `${server.url}/paid?session={CHECKOUT_SESSION_ID}`, cancelUrl: `${server.url}/plans` }
      const { id, url } = await harness.gateway.createCheckout({ ...request, ...urls, ...changes })
      return { id, url: url ?? '', successUrl: `${server.url}/paid?session=${id}`, cancelUrl: urls.cancelUrl }
    },
    /** Opens the customer portal. Returns its URL and that of the test controls. */
    openPortal: async () => {
      const url = await harness.gateway.createPortalUrl(customer.customerId, `${server.url}/member`)
      const control = /href="(\/sandbox\/control\/[^"]+)"/.exec((await open(url)).html)?.[1]
      expect(control).toMatch(/./)
      return { url, control: `${server.url}${control ?? ''}` }
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

/** Returns the text of a page. */
export const textOf = (html: string): string => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
