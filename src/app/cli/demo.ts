import { setDefaults } from '#platform/config/environment.ts'
import { start } from './start.ts'

/**
 * The settings of a demo server: anyone can sign up, plans are sold in the built-in sandbox, and its data is kept apart from that
 * of other servers.
 */
const DEMO = { INSTANCE_MODE: 'demo', PAYMENTS_PROVIDER: 'sandbox', PLAN: 'starter', SIGN_UP: 'open', DATA_DIR: './data-demo' }

/**
 * `earshot demo`: starts a server on which everything can be tried, including purchases. No money is moved. Other settings still
 * apply.
 */
export function demo(): Promise<number> {
  setDefaults(DEMO)
  return start()
}
