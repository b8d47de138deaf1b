import { setDefaults } from '#platform/config/environment.ts'
import { start } from './start.ts'

/** What a demo server is: anyone can sign up, plans are sold in the built-in sandbox, and its data are apart from the others. */
const DEMO = { INSTANCE_MODE: 'demo', PAYMENTS_PROVIDER: 'sandbox', PLAN: 'starter', SIGN_UP: 'open', DATA_DIR: './data-demo' }

/** `earshot demo`: starts a server on which everything can be tried, also buying. No money moves. Settings still apply. */
export function demo(): Promise<number> {
  setDefaults(DEMO)
  return start()
}
